"""Tables: matches played on this computer, their seats and views."""

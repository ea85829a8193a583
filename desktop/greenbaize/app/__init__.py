"""What puts the parts together: tables and chairs, sheets, duels, advice."""

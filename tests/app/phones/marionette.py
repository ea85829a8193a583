"""Firefox driven over its own Marionette socket, without a driver program."""

import json
import re
import socket
import subprocess
from pathlib import Path
from typing import Any, Final

from selenium.webdriver import Remote
from selenium.webdriver.remote.command import Command

LISTENING_LINE: Final = re.compile(rb"Marionette\s+INFO\s+Listening on port (\d+)")
PREFERENCES: Final = {
    "intl.accept_languages": "en",
    "marionette.port": 0,
    "remote.log.level": "Info",
}
COMMANDS: Final = {
    Command.NEW_SESSION: "NewSession",
    Command.QUIT: "DeleteSession",
    Command.SET_TIMEOUTS: "SetTimeouts",
    Command.GET: "Navigate",
    Command.REFRESH: "Refresh",
    Command.FIND_ELEMENT: "FindElement",
    Command.FIND_ELEMENTS: "FindElements",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.W3C_ACTIONS: "PerformActions",
    Command.SCREENSHOT: "TakeScreenshot",
}
"""Marionette's command names by Selenium's, as far as the tests use them."""


class FirefoxService:
    """Browser process with the interface of Selenium's driver services."""

    def __init__(self, program: str, profile: Path) -> None:
        self.popen_kw: dict[str, Any] = {}
        self.env: dict[str, str] = {}
        self.process: subprocess.Popen[bytes] | None = None
        self._command: list[Any] = [program, "-headless", "-marionette", "-profile", profile]
        self._command += ["-width", "390", "-height", "844"]
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items())
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")

    def start(self) -> int:
        """Start the browser and return the port at which it listens."""
        devnull = subprocess.DEVNULL
        self.process = subprocess.Popen(
            self._command,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=devnull,
            **self.popen_kw,
        )
        assert self.process.stdout is not None
        port_match = next(filter(None, map(LISTENING_LINE.search, self.process.stdout)), None)
        assert port_match is not None, "Firefox ended before it opened its port"
        return int(port_match[1])


class MarionetteConnection:
    """Command executor for Selenium; a message is its length, a colon, and JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._file = self._socket.makefile("rb")
        self._read_message()

    def _read_message(self) -> Any:
        length = b""
        while (byte := self._file.read(1)) not in (b":", b""):
            length += byte
        return json.loads(self._file.read(int(length)))

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        # Selenium's own parameters, which the browser does not know.
        selenium_only = ("capabilities", "sessionId")
        marionette_params = {
            name: value for name, value in params.items() if name not in selenium_only
        }
        message = json.dumps([0, 0, f"WebDriver:{COMMANDS[command]}", marionette_params]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, value = self._read_message()
        if error is not None:
            return {"status": error["error"], "value": error}
        single = isinstance(value, dict) and "value" in value
        return {"value": value["value"] if single else value}

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class Firefox(Remote):
    """Firefox with the interface of Selenium's browsers."""

    def __init__(self, service: FirefoxService, options: Any) -> None:
        super().__init__(MarionetteConnection(service.start()), options=options)  # type: ignore[arg-type]

"""Real browsers driven by Selenium, with a time limit on every wait."""

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium import webdriver
from selenium.webdriver.common.utils import is_connectable

from app.phones import marionette

BROWSERS: Final = ("chromium", "firefox", "webkitgtk")
LOAD_S: Final = 20
LIFE_S: Final = 100
"""Time after which a browser is killed, so that no test hangs (s)."""


@contextmanager
def opened(name: str, life: float = LIFE_S) -> Iterator[Any]:
    """Open a browser, or skip the test if it is not installed."""
    with _display(name) as display, TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        service, options = MAKERS[name](Path(folder))
        service.env = os.environ | {"DISPLAY": display, "TMPDIR": folder}
        service.popen_kw = {"start_new_session": True}
        living = threading.Timer(life, lambda: _kill(service))
        living.start()
        driver = None
        try:
            driver = DRIVERS[name](service=service, options=options)
            driver.set_page_load_timeout(LOAD_S)
            driver.set_script_timeout(LOAD_S)
            yield driver
        finally:
            with suppress(Exception):
                if driver is not None:
                    driver.quit()
            living.cancel()
            _kill(service)


def _kill(service: Any) -> None:
    process = getattr(service, "process", None)
    if process is not None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with process:
            pass  # Wait for the process and close its output.


def _found(*names: str) -> str:
    """Return the path of the first of these programs that is installed."""
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    pytest.skip(f"{names[0]} is not installed")


class _ByNumber:
    """Driver service reached by IP address: a minimal system does not resolve ``localhost``."""

    port: int

    @property
    def service_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_connectable(self) -> bool:
        return is_connectable(self.port, "127.0.0.1")


class _ChromeService(_ByNumber, webdriver.ChromeService):
    pass


class _WebKitGTKService(_ByNumber, webdriver.WebKitGTKService):
    pass


def _chromium(folder: Path) -> tuple[Any, Any]:
    del folder
    options = webdriver.ChromeOptions()
    options.binary_location = _found("chromium", "google-chrome", "chrome")
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": "en"})
    options.add_experimental_option(
        "mobileEmulation",
        {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 1.0, "touch": True}},
    )
    return _ChromeService(_found("chromedriver")), options


def _firefox(folder: Path) -> tuple[Any, Any]:
    service = marionette.Service(_found("firefox", "firefox-esr"), folder)
    return service, webdriver.FirefoxOptions()


def _webkitgtk(folder: Path) -> tuple[Any, Any]:
    del folder
    driver = _found("WebKitWebDriver")
    folders = Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = next((str(one) for one in folders), "MiniBrowser")
    options.add_argument("--automation")
    return _WebKitGTKService(driver), options


MAKERS: Final = {"chromium": _chromium, "firefox": _firefox, "webkitgtk": _webkitgtk}
DRIVERS: Final = {
    "chromium": webdriver.Chrome,
    "firefox": marionette.Firefox,
    "webkitgtk": webdriver.WebKitGTK,
}


@contextmanager
def _display(name: str) -> Iterator[str]:
    """Start an invisible X server for the browser that needs one."""
    if name != "webkitgtk" or os.environ.get("DISPLAY"):
        yield os.environ.get("DISPLAY", "")
        return
    read, write = os.pipe()
    command = [_found("Xvfb"), "-displayfd", str(write), "-screen", "0", "800x1000x24"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, pass_fds=[write], stdout=quiet, stderr=quiet) as screen:
        os.close(write)
        try:
            with os.fdopen(read) as number:
                yield f":{number.readline().strip()}"
        finally:
            screen.kill()

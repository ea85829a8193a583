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

BROWSER_NAMES: Final = ("chromium", "firefox", "webkitgtk")
LOAD_TIMEOUT_S: Final = 20
MAX_BROWSER_LIFE_S: Final = 100
"""Time after which a browser is killed, so that no test hangs (s)."""


@contextmanager
def open_browser(name: str, max_life_s: float = MAX_BROWSER_LIFE_S) -> Iterator[Any]:
    """Open a browser, or skip the test if it is not installed."""
    with _open_display(name) as display, TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        service, options = SERVICE_FACTORIES[name](Path(folder))
        service.env = os.environ | {"DISPLAY": display, "TMPDIR": folder}
        service.popen_kw = {"start_new_session": True}
        kill_timer = threading.Timer(max_life_s, lambda: _kill_browser(service))
        kill_timer.start()
        driver = None
        try:
            driver = DRIVER_CLASSES[name](service=service, options=options)
            driver.set_page_load_timeout(LOAD_TIMEOUT_S)
            driver.set_script_timeout(LOAD_TIMEOUT_S)
            yield driver
        finally:
            with suppress(Exception):
                if driver is not None:
                    driver.quit()
            kill_timer.cancel()
            _kill_browser(service)


def _kill_browser(service: Any) -> None:
    process = getattr(service, "process", None)
    if process is not None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with process:
            pass  # Wait for the process and close its output.


def _find_program(*names: str) -> str:
    """Return the path of the first of these programs that is installed."""
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    pytest.skip(f"{names[0]} is not installed")


class _NumericAddressService:
    """Driver service reached by IP address: a minimal system does not resolve ``localhost``."""

    port: int

    @property
    def service_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_connectable(self) -> bool:
        return is_connectable(self.port, "127.0.0.1")


class _ChromeService(_NumericAddressService, webdriver.ChromeService):
    pass


class _WebKitGTKService(_NumericAddressService, webdriver.WebKitGTKService):
    pass


def _create_chromium(folder: Path) -> tuple[Any, Any]:
    del folder
    options = webdriver.ChromeOptions()
    options.binary_location = _find_program("chromium", "google-chrome", "chrome")
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": "en"})
    options.add_experimental_option(
        "mobileEmulation",
        {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 1.0, "touch": True}},
    )
    return _ChromeService(_find_program("chromedriver")), options


def _create_firefox(folder: Path) -> tuple[Any, Any]:
    service = marionette.FirefoxService(_find_program("firefox", "firefox-esr"), folder)
    return service, webdriver.FirefoxOptions()


def _create_webkitgtk(folder: Path) -> tuple[Any, Any]:
    del folder
    driver = _find_program("WebKitWebDriver")
    folders = Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = next((str(path) for path in folders), "MiniBrowser")
    options.add_argument("--automation")
    return _WebKitGTKService(driver), options


SERVICE_FACTORIES: Final = {
    "chromium": _create_chromium,
    "firefox": _create_firefox,
    "webkitgtk": _create_webkitgtk,
}
DRIVER_CLASSES: Final = {
    "chromium": webdriver.Chrome,
    "firefox": marionette.Firefox,
    "webkitgtk": webdriver.WebKitGTK,
}


@contextmanager
def _open_display(name: str) -> Iterator[str]:
    """Start an invisible X server for the browser that needs one."""
    if name != "webkitgtk" or os.environ.get("DISPLAY"):
        yield os.environ.get("DISPLAY", "")
        return
    read_end, write_end = os.pipe()
    command = [_find_program("Xvfb"), "-displayfd", str(write_end), "-screen", "0", "800x1000x24"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, pass_fds=[write_end], stdout=quiet, stderr=quiet) as screen:
        os.close(write_end)
        try:
            with os.fdopen(read_end) as number:
                yield f":{number.readline().strip()}"
        finally:
            screen.kill()

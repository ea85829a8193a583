// The line to the host: opens it, says hello, and opens it again by itself whenever it is lost.

const FIRST_WAIT = 200;
const LONGEST_WAIT = 800; // one is back within a second of being able to
const SILENCE = 7000; // the host is heard from more often than that
const STALE = 3000; // after waking up, a line silent for so long is not trusted
const OPENING = 5000;
const IMPATIENT = 1000; // after waking up, another line is opened where one takes longer than that

export class Line {
  /** `hello()` makes the first message, `heard` is given every message, `changed` "open" or "lost". */
  constructor(address, hello, heard, changed) {
    this.address = address;
    this.hello = hello;
    this.heard = heard;
    this.changed = changed;
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.last = 0;
    this.timer = 0;
    this.over = false;
    this.open();
    setInterval(() => this.watch(), 1000);
    for (const name of ["online", "pageshow", "focus"])
      window.addEventListener(name, () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    window.addEventListener("offline", () => this.drop());
  }

  open() {
    clearTimeout(this.timer);
    this.over = false;
    this.forget();
    let socket;
    try {
      socket = new WebSocket(this.address);
    } catch {
      this.later();
      return;
    }
    this.socket = socket;
    this.last = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.last = Date.now();
      socket.send(JSON.stringify(this.hello()));
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.last = Date.now();
      let message;
      try {
        message = JSON.parse(event.data);
      } catch {
        return;
      }
      if (message.type === "ping") {
        this.send({ type: "pong" });
        return;
      }
      // Others are still at the door where a line is closed before it has shown anything.
      if (message.type === "screen" || message.type === "door") this.wait = FIRST_WAIT;
      this.changed("open");
      this.heard(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.drop();
    };
  }

  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      return true;
    }
    return false;
  }

  /** Close for good, until somebody opens it again. */
  end() {
    this.over = true;
    clearTimeout(this.timer);
    this.forget();
  }

  drop() {
    this.forget();
    if (!this.over) {
      this.changed("lost");
      this.later();
    }
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  forget() {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  watch() {
    if (this.over || !this.socket) return;
    const opening = this.socket.readyState === WebSocket.CONNECTING;
    if (Date.now() - this.last > (opening ? OPENING : SILENCE)) this.drop();
  }

  /** The phone has woken up or has a network again. */
  wake() {
    if (this.over) return;
    const since = Date.now() - this.last; // it was heard from or opened
    const state = this.socket ? this.socket.readyState : WebSocket.CLOSED;
    const patience = { [WebSocket.CONNECTING]: IMPATIENT, [WebSocket.OPEN]: STALE }[state] || FIRST_WAIT;
    if (since > patience) {
      this.wait = FIRST_WAIT;
      this.open();
    }
  }
}

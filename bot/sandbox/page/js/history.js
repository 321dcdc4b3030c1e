// The messages of one channel as one client has them, oldest first.

/** Orders snowflakes, which are too large for numbers. */
export function compareIds(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

export const PAGE_SIZE = 50;

export class History {
  messages = [];
  loaded = false;
  hasOlder = false;
  loading = false;
  #meanwhile = new Map();

  find(id) {
    return this.messages.find((message) => message.id === id);
  }

  /** Puts a message at its place, or replaces the one with its id; true if it is new. */
  put(message) {
    const at = this.messages.findIndex((known) => known.id === message.id);
    if (at >= 0) {
      this.messages[at] = message;
      return false;
    }
    let place = this.messages.length;
    while (place > 0 && compareIds(this.messages[place - 1].id, message.id) > 0) place -= 1;
    this.messages.splice(place, 0, message);
    return true;
  }

  /** A change to a message that may be on its way in a page: the page is older than the change. */
  change(message) {
    if (this.find(message.id)) this.put(message);
    else if (this.loading) this.#meanwhile.set(message.id, message);
  }

  drop(id) {
    if (this.loading) this.#meanwhile.set(id, null);
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  /** A page as the server sent it: the newest one, or the one before what is known. */
  putPage(page) {
    for (const message of page) {
      const newest = this.#meanwhile.has(message.id) ? this.#meanwhile.get(message.id) : message;
      if (newest && !this.find(newest.id)) this.put(newest);
    }
    this.#meanwhile.clear();
    this.loaded = true;
    this.hasOlder = page.length >= PAGE_SIZE;
  }
}

// Requests to the sandbox's client side. Ids stay strings: they do not fit into a number.

/** A refusal: `code` is one of the words of the client API, `message` a sentence. */
export class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function request(method, path, body) {
  const options = { method, headers: {} };
  if (body instanceof Blob) {
    options.headers["Content-Type"] = "application/octet-stream";
    options.body = body;
  } else if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    throw new Refused("unreachable", error.message);
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  if (!response.ok)
    throw new Refused(answer?.error ?? String(response.status), answer?.message ?? response.statusText);
  return answer;
}

const query = (values) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined)).toString();
const part = encodeURIComponent;

export const api = {
  world: () => request("GET", "/client/world"),
  messages: (channel, values) =>
    request("GET", `/client/channels/${part(channel)}/messages?${query(values)}`),
  commands: (values) => request("GET", `/client/commands?${query(values)}`),
  log: (after) => request("GET", `/client/log?${query({ after })}`),
  useCommand: (body) => request("POST", "/client/commands", body),
  useComponent: (body) => request("POST", "/client/components", body),
  answerModal: (body, { wait = false } = {}) =>
    request("POST", wait ? "/client/modals?wait=1" : "/client/modals", body),
  upload: (values, file) => request("POST", `/client/uploads?${query(values)}`, file),
  autocomplete: (body) => request("POST", "/client/autocomplete", body),
  say: (body) => request("POST", "/client/messages", body),
  deleteMessage: (channel, message, user) =>
    request("DELETE", `/client/messages/${part(channel)}/${part(message)}?${query({ user })}`),
  dismiss: (body) => request("POST", "/client/dismiss", body),
  react: (body) => request("POST", "/client/reactions", body),
  createThread: (body) => request("POST", "/client/threads", body),
  control: (body) => request("POST", "/client/control", body),
};

/** The push channel of one user; `receive(type, data)` for each frame. Reconnects until `close`. */
export function listen({ user, locale, log }, receive, lost) {
  let socket = null;
  let closed = false;
  let wait = 300;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(
      `${scheme}://${location.host}/client/ws?${query({ user, locale, log: log ? "1" : undefined })}`,
    );
    socket.addEventListener("message", (event) => {
      if (closed) return;
      wait = 300;
      const { type, data } = JSON.parse(event.data);
      receive(type, data);
    });
    socket.addEventListener("close", () => {
      if (closed) return;
      lost();
      setTimeout(() => closed || open(), wait);
      wait = Math.min(wait * 1.6, 4000);
    });
  };
  open();
  return {
    close() {
      closed = true;
      socket.close();
    },
  };
}

/** Addresses that something on the page tried to reach since it was last asked. */
const tried: string[] = [];

const refuse = (address: unknown): never => {
  tried.push(String(address));
  throw new Error(`a story called ${String(address)}`);
};

/** Nothing may leave a story. Gives back what undoes it. */
export function forbidCalls(): () => void {
  tried.length = 0;
  const { fetch, WebSocket, EventSource } = globalThis;
  const { open } = XMLHttpRequest.prototype;
  const { sendBeacon } = navigator;
  const refusing = <Socket extends object>(socket: Socket): Socket =>
    new Proxy(socket, { construct: (_socket, [address]: unknown[]) => refuse(address) });
  globalThis.fetch = async (what) => refuse(what instanceof Request ? what.url : what);
  globalThis.WebSocket = refusing(WebSocket);
  globalThis.EventSource = refusing(EventSource);
  XMLHttpRequest.prototype.open = (_method: string, address: string | URL) => refuse(address);
  navigator.sendBeacon = (address) => refuse(address);
  return () => {
    Object.assign(globalThis, { fetch, WebSocket, EventSource });
    XMLHttpRequest.prototype.open = open;
    navigator.sendBeacon = sendBeacon;
  };
}

export const callsTried = (): string[] => tried.splice(0);

export interface Channel<T> {
  post: (message: T) => void
  /** For tests; in a page the channel lives as long as the page. */
  close: () => void
}

/**
 * A line to the other open tabs. Closed while the page rests in the back/forward cache (an open channel keeps it out of
 * there); `onReturn` runs when it wakes, because it has missed what happened. Without BroadcastChannel: silence.
 */
export function openChannel<T>(
  name: string,
  onMessage: (message: T) => void,
  onReturn: () => void,
): Channel<T> {
  if (typeof BroadcastChannel !== 'function') return { post() {}, close() {} }
  let line: BroadcastChannel | undefined = open()

  function open(): BroadcastChannel {
    const fresh = new BroadcastChannel(name)
    fresh.onmessage = (event: MessageEvent<T>) => onMessage(event.data)
    return fresh
  }

  function close(): void {
    line?.close()
    line = undefined
  }

  globalThis.addEventListener?.('pagehide', close)
  globalThis.addEventListener?.('pageshow', (event) => {
    if (line) return
    line = open()
    if (event.persisted) onReturn()
  })
  return { post: (message) => line?.postMessage(message), close }
}

/** The package brings no types: what the tests use of its client. */
declare module 'faye-websocket' {
  export class Client {
    constructor(url: string, protocols?: readonly string[], options?: { headers?: Record<string, string> })
    on(event: 'open', listener: () => void): this
    on(event: 'message', listener: (event: { data: string }) => void): this
    on(event: 'close', listener: (event: { code: number; reason: string }) => void): this
    send(message: string): boolean
    close(): void
  }
}

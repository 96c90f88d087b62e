import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Deps } from '#platform/context/context.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** The other end of an open socket. */
export interface Peer {
  /** Names this connection in the handshake's answer. */
  readonly sessionId: string
  send(message: object): void
  /** `no_reconnect` in the reason tells the browser to stay away (specification 4). */
  close(code: number, reason: string): void
}

/** What a visitor's first message and every later one are: JSON objects, checked by who takes them. */
export type Message = Readonly<Record<string, unknown>>

/** One kind of socket, as a feature's manifest lists it. `S` is what the feature knows of an open one. */
export interface SocketType<S = unknown> {
  /** '/notifications', '/rooms/{code}/ws' */
  path: string
  /** What the first message and its answer are called, where it is not `handshake`. */
  words?: { hello: string; welcome: string }
  /**
   * The handshake: who it is, and what its answer carries beside `session_id`.
   * @throws ProductError: the socket is closed, with the code in the reason
   */
  open(
    deps: Deps,
    hello: Message,
    request: IncomingMessage,
    peer: Peer,
  ): Promise<{ session: S; reply: object }>
  /** A later message, heartbeats left out. False: not understood, the socket is closed. */
  receive(deps: Deps, session: S, message: Message): boolean
  leave(deps: Deps, session: S): void
}

/** Declares a kind of socket. */
export function socketType<S>(type: SocketType<S>): SocketType {
  return type
}

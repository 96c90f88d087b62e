/** Limits of sockets, apart from the others: only a page that opens one carries these. */

/** Sockets (specification 4 and 9): the browser's heartbeat, and what the server bears. */
export const socketLimits = {
  heartbeatMs: 30_000,
  /** Two heartbeats and a half were missed. */
  silenceMs: 75_000,
  handshakeMs: 10_000,
  messageBytes: 4_096,
  /** Sockets that have not shaken hands yet, in one process. */
  waiting: 2_000,
  /** Open ones of one member in one process, and those of a teacher in one room: windows of all devices. */
  perMember: 20,
  /** Messages of one socket in a window. */
  messages: 120,
  windowMs: 10_000,
  /** What may come over one socket between two sweeps, every 5 s: a window of messages of full length. */
  sweepBytes: 512 * 1024,
  /** What may wait for a slow reader. */
  bufferedBytes: 256 * 1024,
  goodbyeMs: 1_000,
} as const

/** Specification 9: a browser that lost its socket waits this long, and longer each time. */
export const reconnectMs = { first: 2_000, step: 1_000 } as const

import type { Context } from '#platform/context/context.ts'
import type { Peer } from '#platform/realtime/socket.ts'
import type { RoomKey } from '../types.ts'

/** One open line into a room, and how far it has heard. */
export interface Seat {
  key: RoomKey
  role: 'teacher' | 'screen' | 'participant'
  participantId: number | undefined
  /** Of a teacher: the line ends with the session. */
  sessionHash?: Buffer | undefined
  /** Of a teacher: whose commands these are. */
  lead?: Context
  /** When a pupil last said where they work (ms). */
  placedAt?: number
  peer: Peer
  heard: number
}

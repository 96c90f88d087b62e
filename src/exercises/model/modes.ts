/** How a room is played. */
export const roomModes = ['practice', 'self', 'paced', 'quiz', 'exam'] as const
export type RoomMode = (typeof roomModes)[number]

/** How much time pupils have, in percent of the usual. */
export const timePercents = [100, 125, 150, 200] as const

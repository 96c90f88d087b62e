/** Whose allowance: by what they are here. */
export type AllowanceClass = 'member' | 'seller' | 'school'

/** Units a day, and a month where there is a limit for it. */
export const allowances: Readonly<Record<AllowanceClass, { day: number; month?: number }>> = {
  member: { day: 10, month: 60 },
  seller: { day: 30 },
  school: { day: 60 },
}

/** Runs of one member at the same time, and in an hour. */
export const runLimits = { atOnce: 2, perHour: 20 } as const

/** A run that has not ended by then never will: its process is gone. */
export const lostRunMinutes = 3

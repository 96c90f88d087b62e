/** Limits of exercises, courses and learning rooms, apart from the others: no page without them carries these. */

/** Interactive units: how much one holds, and how much of an answer is read. */
export const interactiveLimits = {
  title: 120,
  pages: 60,
  elements: 400,
  things: 100,
  lineLength: 500,
  textLength: 20_000,
  answerLength: 10_000,
  answersPerElement: 200,
  attempts: 20,
  /** Of one task. */
  bands: 10,
  hints: 10,
  taskSeconds: 3600,
  tags: 10,
  tagLength: 40,
} as const

/** Courses: how many, how large, and the days after which an inactive learner is deleted. */
export const courseLimits = {
  perMember: 100,
  items: 50,
  units: 20,
  choices: 500,
  learners: 1000,
  /** On the page of their teacher. */
  shownLearners: 200,
  name: 20,
  retentionDays: 400,
} as const

/** Units of one member in one world, and how large a draft and a file to import may be. */
export const unitLimits = {
  perMember: 500,
  /** Pictures of one member. */
  assetBytes: 500 * 1024 * 1024,
  contentBytes: 1024 * 1024,
  importBytes: 64 * 1024 * 1024,
  textImportBytes: 5 * 1024 * 1024,
  packageEntries: 2000,
  packageRatio: 100,
  /** One file of a package, and all of them, unpacked. */
  packageEntryBytes: 50 * 1024 * 1024,
  packageBytes: 128 * 1024 * 1024,
  /** A recording of a unit. */
  soundBytes: 20 * 1024 * 1024,
  /** A video of a unit. */
  videoBytes: 50 * 1024 * 1024,
} as const

/** Learning rooms: who fits in, how long rooms and codes last, what a device may send. */
export const roomLimits = {
  pupils: 200,
  usualPupils: 40,
  usualSeats: 30,
  openPerTeacher: 10,
  perTeacher: 200,
  password: 40,
  minutes: 300,
  seconds: 300,
  name: 20,
  /** A code is free again so long after its room was closed. */
  codeHours: 24,
  /** Wrong codes and PINs of one network; right ones are never counted, for a school shares one address. */
  wrongCodes: 30,
  wrongCodeSeconds: 600,
  /** A room nobody closed is closed for them. */
  forgottenDays: 30,
  /** What a room may go on after its exercise was refunded; the job that ends it comes once an hour: a day at most. */
  lostHours: 23,
  /** What a teacher's window is told is gathered so long. */
  deltaMs: 250,
  /** Answers that come together are written together. */
  gatherMs: 30,
  /** How long a question of the fallback waits for news; well within what an answer may take. */
  pollMs: 3_000,
  /** A longer answer goes by post instead of the socket. */
  socketAnswer: 3_000,
  /** One file a pupil hands in, and all of one room. */
  fileBytes: 10 * 1024 * 1024,
  filesBytes: 1024 * 1024 * 1024,
  /** A pupil's cookie: a school year's room at most, ended by the purge. */
  cookieDays: 120,
} as const

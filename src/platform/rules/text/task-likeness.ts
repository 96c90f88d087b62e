import { wordNumber } from './likeness.ts'

/** What of a task can be read: all its words, and those of its wrong options, none of which is asked for or right. */
export interface TaskWords {
  id: string
  words: readonly string[]
  wrong: readonly string[]
}

/** Words as numbers, the smallest first; `elementId` is '' for the short tasks of a unit, which count together. */
export interface TaskSketch {
  elementId: string
  words: readonly number[]
  wrong: readonly number[]
}

/** A unit of somebody else as far as it is known. */
export interface KnownUnit {
  tasks: readonly TaskSketch[]
}

/** A task that is like one of somebody else's unit. */
export interface LikeTask<Unit extends KnownUnit> {
  elementId: string
  unit: Unit
}

/** With fewer words of its own a task is short: "3 + 4 = ?", a card of a vocabulary list. */
const fewestWords = 5
/** Words of so few letters are articles and the like in all our languages. */
const smallWord = /^\p{L}{1,3}$/u
/** Of the smaller of two tasks in common, of both together, and so many words at least. */
const alike = { ofSmaller: 0.6, ofBoth: 0.35, words: 4 }
/** Together, short tasks say something only by the wrong options somebody thought up; sums and vocabulary are everybody's. */
const alikeTogether = { ofSmaller: 0.8, ofBoth: 0.4, wrong: 5, ofWrong: 0.5 }
/** Short tasks a person should look at, whatever they ask: of both in common, and words at least. */
const sameList = { ofBoth: 0.8, words: 60 }
/** A long task counts as several, one for each block of this many words. */
const wordsOfOne = 8
const mostOfOne = 3
/** So much has to be alike at least, by that count, and this part of the own unit or that of the other one. */
export const likeParts = { least: 3, ofOwn: 1 / 3, ofTheirs: 1 / 2 }

/**
 * What is kept of the tasks of a unit. Words that stand in half of its tasks ("What is the capital of") say nothing about a
 * single one; tasks that have fewer than five of their own are put together.
 */
export function sketchesOf(tasks: readonly TaskWords[]): TaskSketch[] {
  const isPattern = patternOf(tasks)
  const long: TaskSketch[] = []
  const short = { words: new Set<string>(), wrong: new Set<string>() }
  const notWrong = new Set(tasks.flatMap(({ words, wrong }) => words.filter((word) => !wrong.includes(word))))
  for (const { id, words, wrong } of tasks) {
    const own = words.filter((word) => !isPattern(word) && !smallWord.test(word))
    if (own.length >= fewestWords) long.push({ elementId: id, words: numbersOf(own), wrong: [] })
    else {
      for (const word of words) short.words.add(word)
      for (const word of wrong) if (!notWrong.has(word)) short.wrong.add(word)
    }
  }
  if (short.words.size < fewestWords) return long
  return [...long, { elementId: '', words: numbersOf(short.words), wrong: numbersOf(short.wrong) }]
}

/** Whether two tasks, or what two units have of short ones, say much the same; in whatever order. */
export function areAlike(one: TaskSketch, other: TaskSketch): boolean {
  const common = inCommon(one.words, other.words)
  const smaller = Math.min(one.words.length, other.words.length)
  const both = one.words.length + other.words.length - common
  if (one.elementId !== '' && other.elementId !== '')
    return common >= alike.words && common > alike.ofSmaller * smaller && common >= alike.ofBoth * both
  if (one.elementId !== other.elementId) return false
  const wrong = inCommon(one.wrong, other.wrong)
  return (
    common >= alikeTogether.ofSmaller * smaller &&
    common >= alikeTogether.ofBoth * both &&
    wrong >= alikeTogether.wrong &&
    wrong >= alikeTogether.ofWrong * Math.min(one.wrong.length, other.wrong.length)
  )
}

/**
 * The tasks of a unit that are like those of others, where they come to the stated part of it, or to that part of one of
 * theirs; none where they do not. Several units of others count together. The short ones stand for themselves, as ''.
 */
export function likeTasks<Unit extends KnownUnit>(
  own: readonly TaskSketch[],
  others: readonly Unit[],
): LikeTask<Unit>[] {
  const found = new Map<TaskSketch, Unit[]>()
  for (const task of own)
    for (const unit of others)
      if (unit.tasks.some((each) => areAlike(task, each))) found.set(task, [...(found.get(task) ?? []), unit])
  const like = [...found.keys()]
  const all = sumOf(like)
  const isMuch =
    all >= likeParts.least && (all >= likeParts.ofOwn * sumOf(own) || others.some(isMuchOf(found)))
  return [...found].flatMap(([{ elementId }, [unit]]) =>
    unit && (isMuch || elementId === '') ? [{ elementId, unit }] : [],
  )
}

/**
 * How much of a unit is like one of somebody else, 0 to 1 by the same count, where a person should look at it: half of either
 * is, or a long list of short tasks is word by word the same. 0 where nobody needs to.
 */
export function likeForDesk(own: readonly TaskSketch[], theirs: readonly TaskSketch[]): number {
  const partOf = (tasks: readonly TaskSketch[], others: readonly TaskSketch[]) => {
    const like = tasks.filter((task) => others.some((each) => areAlike(task, each) || isSameList(task, each)))
    const isEnough = sumOf(like) >= likeParts.least || like.some(({ elementId }) => elementId === '')
    return isEnough ? sumOf(like) / sumOf(tasks) : 0
  }
  const part = partOf(own, theirs)
  return Math.max(part, partOf(theirs, own)) >= likeParts.ofTheirs ? part : 0
}

/** Common words, but so many of them shared that the list may have been copied. */
function isSameList(one: TaskSketch, other: TaskSketch): boolean {
  if (one.elementId !== '' || other.elementId !== '') return false
  const common = inCommon(one.words, other.words)
  return (
    common >= sameList.words && common >= sameList.ofBoth * (one.words.length + other.words.length - common)
  )
}

function isMuchOf(found: ReadonlyMap<TaskSketch, readonly KnownUnit[]>) {
  return (unit: KnownUnit): boolean => {
    const like = [...found].filter(([, units]) => units.includes(unit)).map(([task]) => task)
    const all = sumOf(like)
    return all >= likeParts.least && all >= likeParts.ofTheirs * sumOf(unit.tasks)
  }
}

function sumOf(tasks: readonly TaskSketch[]): number {
  const count = ({ words }: TaskSketch) =>
    Math.min(mostOfOne, Math.max(1, Math.floor(words.length / wordsOfOne)))
  return tasks.reduce((sum, task) => sum + count(task), 0)
}

function patternOf(tasks: readonly TaskWords[]): (word: string) => boolean {
  if (tasks.length < 3) return () => false
  const times = new Map<string, number>()
  for (const word of tasks.flatMap(({ words }) => words)) times.set(word, (times.get(word) ?? 0) + 1)
  return (word) => 2 * (times.get(word) ?? 0) >= tasks.length
}

/** Of two sorted lists. */
function inCommon(one: readonly number[], other: readonly number[]): number {
  let common = 0
  for (let at = 0, there = 0; at < one.length && there < other.length; ) {
    const difference = (one[at] ?? 0) - (other[there] ?? 0)
    if (difference === 0) common += 1
    if (difference <= 0) at += 1
    if (difference >= 0) there += 1
  }
  return common
}

function numbersOf(words: Iterable<string>): number[] {
  return [...new Set([...words].map(wordNumber))].sort((one, other) => one - other)
}

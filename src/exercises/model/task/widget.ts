import type { FileWish } from '../media/pupil-files.ts'
import type { Area } from './shape.ts'

/** One thing to choose; with a picture or a recording, `text` stands for it where there is none. */
export interface Option {
  value: string
  text: string
  picture?: Picture
  sound?: string
  /** What is heard in its recording is not to be read. */
  isHeard?: true
}

/** A picture of a unit; who does not see it reads `alt`. */
export interface Picture {
  asset: string
  alt: string
}

/**
 * What a pupil sees and answers with, without a word of what is right: page, preview and print draw these, so that a
 * type needs no markup of its own. `name` is the answer's name inside of its element.
 */
export type Widget =
  | { kind: 'choice'; name: string; isMulti: boolean; options: readonly Option[] }
  /** Rows that each get one of the options; `bank`: what is given out is listed first. */
  | {
      kind: 'rows'
      rows: readonly ({ name: string } & Omit<Option, 'value'>)[]
      options: readonly Option[]
      isBank: boolean
      /** Several options belong to a row. */
      isMulti?: true
      /** No two rows get the same option. */
      isOnce?: true
    }
  /** HTML with `{{name}}` where something is filled in. */
  | { kind: 'gaps'; html: string; gaps: Readonly<Record<string, Gap>>; bank: readonly string[] }
  /** `isRich`: with signs for what is bold or a list (`written-text.ts`), at most `most` without them. */
  | {
      kind: 'text'
      name: string
      lines: number
      maxLength: number
      unit?: string
      isNumber: boolean
      isRich?: true
      most?: number
    }
  /** `isLine`: a number line, with ticks and numbers. */
  | { kind: 'slider'; name: string; min: number; max: number; step: number; unit: string; isLine?: true }
  /** Words to mark, `most` of them; those without a value are read: ends of lines (`\n`) and what stands between the others. */
  | { kind: 'tokens'; name: string; tokens: readonly { value?: string; text: string }[]; most?: number }
  /**
   * A square of letters; undefined: nothing is there; empty: to be filled in. Numbers of words stand in cells. `hasPlaces`: its
   * cells are written down by their rows and columns.
   */
  | {
      kind: 'grid'
      rows: readonly (readonly (string | undefined)[])[]
      numbers: Readonly<Record<string, number>>
      hasPlaces?: true
    }
  /** Words of the square above: of each is written down where its first letter stands (`found-words.ts`). */
  | { kind: 'places'; words: readonly { name: string; text: string }[] }
  /** Words to write, each with what is known of it. */
  | { kind: 'words'; words: readonly { name: string; text: string; length: number; number: number }[] }
  | { kind: 'cards'; cards: readonly Card[] }
  /**
   * Cards to turn. A game that was played answers `on`, with its `moves` and `ms`; a form has for each card whose value begins
   * with an `a` the value of another one, which begins with a `b`. `partners`: which belong together, for a device that plays the
   * game by itself; a room is not told.
   */
  | { kind: 'pairs'; name: string; cards: readonly Option[]; partners?: Readonly<Record<string, string>> }
  /**
   * Sentences that are heard: recorded ones come without their text, which is the key; the others a device reads aloud, or
   * somebody does.
   */
  | { kind: 'listen'; name: string; text: string; lang: string; playsMax: number; sound: string }
  /** A recording to listen to, with the words that are heard in it. */
  | { kind: 'sound'; asset: string; transcript: string; label?: string }
  | { kind: 'picture'; picture: Picture; marks: readonly Mark[] }
  /** A video of the unit's own; what is heard in it stands in its captions, or in HTML without times. */
  | {
      kind: 'video'
      asset: string
      captions: readonly { at: number; text: string }[]
      transcript?: string
      label?: string
    }
  /** What is asked, or said, when a video comes to this second; where it cannot stop, one below the other. */
  | {
      kind: 'moment'
      name: string
      at: number
      text: string
      asks: Extract<Widget, { kind: 'choice' | 'text' }> | undefined
      /** Where in which video to look again after a wrong answer, and where it goes on after a right one (s). */
      again?: { asset: string; at: number }
      onward?: number
    }
  | { kind: 'sections'; sections: readonly { title: string; html: string }[] }
  | { kind: 'link'; address: string; text: string }
  /** What is done on paper; `lines` of free room when printed. */
  | { kind: 'paper'; name: string; lines: number }
  /** Something to draw, on a picture or on white paper, and to say in words; what is drawn leaves a device only in a room. */
  | { kind: 'drawing'; name: string; text: string; picture: Picture; lines: number }
  /** A file to hand in; outside of a room it stays where it is. */
  | { kind: 'file'; name: string; accepts: FileWish; lines: number }

/** The number of a place; with its area where one may point at all of it. */
export interface Mark {
  text: string
  x: number
  y: number
  area?: Area
}

/** A card with two sides; one with a name is typed. */
interface Card {
  front: string
  back: string
  tip: string
  /** A recording; empty: there is none. */
  sound: string
  name?: string
  frontPicture?: Picture
  backPicture?: Picture
}

/** Something to fill in: typed, or chosen of options. */
export interface Gap {
  size: number
  hint: string
  options?: readonly Option[]
}

/** What a form sent for one element, by name. */
export type Answers = Readonly<Record<string, readonly string[]>>

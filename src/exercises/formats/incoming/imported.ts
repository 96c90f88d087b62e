import type { Statement } from '#exercises/model/media/asset-sources.ts'
import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import { fittedSettings } from '#exercises/model/task/element-settings.ts'
import type { Draft } from '#exercises/model/task/element-type.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { cleanHtml, textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { picturesInHtml } from '#exercises/model/text/rich-pictures.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { type Element, usualPoints } from '#exercises/model/unit.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { HeardFile } from '../media-html.ts'
import { type FileReader, type ImportedFile, ImportFiles, noFiles } from './import-files.ts'
import type { ImportLine, ImportReason } from './import-report.ts'

export interface ImportedPage {
  title: string
  elements: Omit<Element, 'id'>[]
}

/** What a file says it is for. */
export interface Said {
  words: string[]
  /** ISO 639-1; '': it says none. */
  language: string
}

export interface Imported {
  title: string
  pages: ImportedPage[]
  report: ImportLine[]
  /** From how many percent on it is passed, where the file says so. */
  passPercent?: number
  /** What its tasks show. */
  files: ImportedFile[]
  /** What it says it is for: names of subjects and grades among other words, and its language. */
  said?: Said | undefined
  /** What the file says of itself as a whole. */
  source?: Statement | undefined
}

/** Types with nothing below which a video could stand. */
const seenAlone: ReadonlySet<string> = new Set(['media', 'audio', 'embed', 'video_quiz'])

const mostWords = 200
const mostLines = interactiveLimits.elements * 2
const mostTooMany = 20

/** Collects what an import finds; nothing is dropped without a line that says so. */
export class Collector {
  readonly report: ImportLine[] = []
  readonly pages: ImportedPage[] = [{ title: '', elements: [] }]
  readonly files: ImportFiles
  private readonly words = new Set<string>()
  private readonly skipped = new Map<ImportReason, number>()
  private readonly rests = new Map<ImportReason, ImportLine & { count: number }>()
  private readonly fixedPages = new Set<ImportedPage>()
  private count = 0
  /** A video without a task: it belongs to the next task. */
  private waiting: { media: ElementMedia; name: string } | undefined

  constructor(read: FileReader = noFiles) {
    this.files = new ImportFiles(read)
  }

  /** A new page; an empty one takes the title instead. `isFixed`: it stays, even if nothing comes onto it. */
  page(title: string, isFixed = false): void {
    this.leave()
    const last = this.pages.at(-1)
    if (last && last.elements.length === 0 && !this.fixedPages.has(last)) last.title = nameOf(title)
    else if (this.pages.length < interactiveLimits.pages)
      this.pages.push({ title: nameOf(title), elements: [] })
    const page = this.pages.at(-1)
    if (isFixed && page) this.fixedPages.add(page)
  }

  /** A category of questions, as `Mathematics/Year 7`: its last part begins a page, each part may say for what they are. */
  category(path: string): void {
    const parts = path.split('/').map(nameOf)
    for (const part of parts) if (this.words.size < mostWords) this.words.add(part)
    this.page(parts.at(-1) ?? '')
  }

  /** A video without a task becomes the media of the next task on its page, or else of an info task with its name. */
  film(media: ElementMedia, name: string): void {
    this.leave()
    this.waiting = { media, name: media.alt || name || fileName(media.asset, this.files.all) }
  }

  private leave(): void {
    const film = this.waiting
    this.waiting = undefined
    if (film)
      this.take('info', { prompt: '', data: { html: `<p>${escapeHtml(film.name)}</p>` }, media: film.media })
  }

  /** Takes an element of a type, if it is one. */
  take(type: string, sent: Draft, name = ''): void {
    const takes = this.waiting && !sent.media && !seenAlone.has(type)
    if (!takes) this.leave()
    const draft = { ...sent, ...(takes && { media: this.waiting?.media }) }
    const own = this.ownPicture(draft)
    const element = elementOf(
      type,
      own ? { ...draft, data: { ...(draft.data as object), picture: own } } : draft,
    )
    const called = nameOf(name || textOfForeignHtml(draft.prompt) || type)
    const hasMore = draft.media || (draft.pictures ?? []).length + (draft.sounds ?? []).length > 0
    if (element === undefined || (!hasMore && isEmptyElement(element))) {
      this.skip(called, 'incomplete')
      return
    }
    if (this.count >= interactiveLimits.elements) {
      this.skip(called, 'too_many')
      return
    }
    const isShown = this.takePictures(draft.pictures ?? [])
    const isHeard = this.takeSounds(draft.sounds ?? [])
    this.count += 1
    if (takes) this.waiting = undefined
    this.pages.at(-1)?.elements.push(element)
    const lost = [draft.simplified ?? []].flat()
    if (!isShown || own?.asset === '') lost.push('pictures')
    else if (!isHeard) lost.push('sound')
    const [reason, ...others] = new Set(lost)
    this.report.push(
      reason
        ? { name: called, outcome: 'simplified', reason, ...(others.length > 0 && { others }) }
        : { name: called, outcome: 'converted' },
    )
  }

  /** Pictures and recordings that stand by themselves; false: there are none. */
  takeMedia({ pictures = [], sounds = [] }: Pick<Draft, 'pictures' | 'sounds'>, name: string): boolean {
    if (pictures.length + sounds.length === 0) return false
    const called = nameOf(name)
    if (this.count + pictures.length + sounds.length >= interactiveLimits.elements) {
      this.skip(called, 'too_many')
      return true
    }
    const isWhole = [this.takePictures(pictures), this.takeSounds(sounds)].every(Boolean)
    const reason = sounds.length > 0 ? ('sound' as const) : ('pictures' as const)
    this.report.push(
      isWhole ? { name: called, outcome: 'converted' } : { name: called, outcome: 'simplified', reason },
    )
    return true
  }

  private ownPicture({ picture }: Draft): { asset: string; alt: string } | undefined {
    return picture && { asset: this.files.take(picture.path, 'picture'), alt: picture.alt }
  }

  /** Pictures of a task stand before it; false: one of them is not in the package, or none we show. */
  private takePictures(pictures: NonNullable<Draft['pictures']>): boolean {
    const keys = pictures.map(({ path }) => this.files.take(path, 'picture'))
    return pictures
      .map(
        ({ alt }, place) =>
          keys[place] !== '' &&
          this.putBefore('media', { picture: { asset: keys[place], alt }, caption: '' }),
      )
      .every(Boolean)
  }

  /** So do recordings; what is said in them their teacher has to write, where the file does not say it. */
  private takeSounds(sounds: readonly HeardFile[]): boolean {
    const keys = sounds.map(({ path }) => this.files.take(path, 'sound'))
    return sounds
      .map(
        ({ words }, place) =>
          keys[place] !== '' &&
          this.putBefore('audio', { sound: keys[place], transcript: htmlOfTyped(words) }),
      )
      .every(Boolean)
  }

  private putBefore(type: string, data: object): boolean {
    const element = elementOf(type, { prompt: '', data })
    // The task itself has to fit, too.
    if (!element || this.count >= interactiveLimits.elements - 1) return false
    this.count += 1
    this.pages.at(-1)?.elements.push(element)
    return true
  }

  /** A file of millions of entries has a report somebody can read, too: of many, those behind the first share a line. */
  skip(name: string, reason: ImportReason, count = 1): void {
    const isFull = this.report.length >= mostLines
    const before = this.skipped.get(reason) ?? 0
    this.skipped.set(reason, before + count)
    if (count === 1 && !isFull && (reason !== 'too_many' || before < mostTooMany))
      this.report.push({ name: nameOf(name), outcome: 'skipped', reason })
    else this.addToRest(reason, count)
  }

  /** What is not as it was of something that holds others, and is none of them. */
  tell(name: string, reason: ImportReason): void {
    if (this.report.length < mostLines)
      this.report.push({ name: nameOf(name), outcome: 'simplified', reason })
  }

  private addToRest(reason: ImportReason, count: number): void {
    const rest = this.rests.get(reason)
    if (rest) rest.count += count
    else {
      const line = { name: '', outcome: 'skipped' as const, reason, count }
      this.rests.set(reason, line)
      this.report.push(line)
    }
  }

  finish(title: string): Imported {
    this.leave()
    return {
      title: nameOf(title),
      pages:
        this.count === 0
          ? []
          : this.pages.filter((page) => page.elements.length > 0 || this.fixedPages.has(page)),
      report: this.report,
      files: this.files.all,
      ...(this.words.size > 0 && { said: { words: [...this.words], language: '' } }),
    }
  }
}

/** An element of what an import made of it; undefined where that is none. */
export function elementOf(type: string, draft: Draft): Omit<Element, 'id'> | undefined {
  const parsed = typeOf(type)?.schema.safeParse(draft.data)
  if (!parsed?.success) return undefined
  const prompt = truncate(cleanHtml(draft.prompt), interactiveLimits.textLength)
  const { right = '', wrong = '', points = usualPoints(type, parsed.data) } = draft
  const cut = (text: string) => truncate(text, interactiveLimits.lineLength)
  return {
    type,
    prompt: cleanHtml(prompt),
    points: Math.min(100, points),
    right: cut(right),
    wrong: cut(wrong),
    ...fittedSettings(draft),
    data: parsed.data,
  }
}

/** What the data of types says in words of its own, which no pupil reads. */
const signs = new Set(['id', 'policy', 'scoring', 'kind', 'show', 'accept'])

/** Nothing is asked, and there is nothing to read, see or hear. */
function isEmptyElement({ prompt, data }: Pick<Element, 'prompt' | 'data'>): boolean {
  return !isSomething(prompt) && !hasContent(data, false)
}

function hasContent(value: unknown, isListed: boolean): boolean {
  if (typeof value === 'string') return isSomething(value)
  // Numbers beside a task are its settings, in a list they are its answers.
  if (typeof value !== 'object' || value === null) return isListed && value !== null
  if (Array.isArray(value)) return value.some((each) => hasContent(each, true))
  return Object.entries(value).some(([name, each]) => !signs.has(name) && hasContent(each, isListed))
}

/** Words, or a picture nobody says a word of. */
function isSomething(html: string): boolean {
  return textOfForeignHtml(html) !== '' || picturesInHtml(html).length > 0
}

function fileName(key: string, files: readonly ImportedFile[]): string {
  return (
    files
      .find((file) => file.key === key)
      ?.name.split('/')
      .at(-1) ?? ''
  )
}

function nameOf(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), interactiveLimits.title)
}

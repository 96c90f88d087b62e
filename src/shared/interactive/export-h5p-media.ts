import { escapeHtml as html } from '../rules/escape.ts'
import type { Statement } from './asset-sources.ts'
import { fileOf, imageParams } from './export-h5p-graphic.ts'
import { type Content, one, withName } from './export-h5p-libraries.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import type { HasSound } from './export-qti-media.ts'
import { heardSign } from './formats/h5p-content.ts'
import { h5pCopyright } from './formats/h5p-rights.ts'
import { packedName, soundMime } from './formats/packed-media.ts'
import { richPicturesOf } from './rich-pictures.ts'
import { typedOfHtml } from './rich-text.ts'
import { readThing } from './things.ts'
import type { Audio } from './types/audio/audio.ts'
import type { Choice } from './types/choice/choice.ts'
import type { Dictation } from './types/dictation/dictation.ts'
import type { Flashcards } from './types/flashcards/flashcards.ts'
import type { Match } from './types/match/match.ts'
import { isManyToMany, othersOf, rowsOf } from './types/match/pairs.ts'
import type { Memory } from './types/memory/memory.ts'
import type { Order } from './types/order/order.ts'
import type { Element } from './unit.ts'
import type { Picture } from './widget.ts'

/** Which files of the unit lie in the package. */
export interface H5pMedia {
  sizeOf: SizeOfPicture
  hasSound: HasSound
  /** Where a file comes from. */
  saidOf: (asset: string) => Statement | undefined
}

/** Where a recording of a unit lies in the content of a package. */
export function soundInH5p(asset: string): string {
  return `audios/${packedName(asset)}`
}

/** What is heard or seen in a task where H5P has a library for it; undefined: its words go out as those of others do. */
export function withMedia(element: Element, media: H5pMedia): Content[] | undefined {
  // Each type's data is what its writer takes: it went through its schema.
  return writers[element.type]?.(element.data as never, element.prompt, media)
}

type Writer = (data: never, prompt: string, media: H5pMedia) => Content[] | undefined

const writers: Readonly<Record<string, Writer>> = {
  audio: ({ sound, transcript }: Audio, _prompt, media) => {
    const all = soundAbove(sound, typedOfHtml(transcript), media)
    return all.length > 0 ? all : undefined
  },
  choice: ({ isMulti, policy, options }: Choice, question, media) => {
    const things = options.flatMap(({ text }) => alone(text, media) ?? [])
    // What stands there is a picture or a recording, and nothing is said of who picked it.
    const isBare = options.every(({ weight, feedback }) => (weight === 0 || weight === 1) && feedback === '')
    const rights = options.filter(({ weight }) => weight > 0).length
    if (!isBare || policy === 'weighted' || (!isMulti && rights !== 1)) return undefined
    if (things.length < options.length) return undefined
    return one('H5P.MultiMediaChoice', {
      question,
      options: options.map(({ weight }, at) => ({ correct: weight > 0, media: medium(things[at]) })),
      behaviour: {
        questionType: isMulti ? 'multiple' : 'single',
        singlePoint: isMulti && policy === 'all',
        enableRetry: true,
        enableSolutionsButton: true,
      },
    })
  },
  order: ({ items, scoring }: Order, taskDescription, media) => {
    const things = items.flatMap(({ text }) => seen(text, media) ?? [])
    const isPictured = things.length === items.length && things.every(({ image }) => image)
    if (scoring !== 'position' || !isPictured) return undefined
    const sequenceImages = things.map(({ image, words, sound }) => ({
      image,
      imageDescription: html(words),
      ...(sound && { audio: sound }),
    }))
    return one('H5P.ImageSequencing', { taskDescription, sequenceImages })
  },
  match: (data: Match, taskDescription, media) => {
    if (isManyToMany(data)) return undefined
    const pairs = bothSeen(
      rowsOf(data).map(([left = '', right = '']) => [left, right] as const),
      media,
    )
    const isPictured = pairs?.flat().every(({ image, sound }) => image && !sound)
    const isOnce = new Set(data.pairs.map(([, b]) => b)).size === data.pairs.length
    if (!pairs || !isPictured || !isOnce || othersOf(data).length > 0) return undefined
    const cards = pairs.map(([a, b]) => ({
      ...{ image: a.image, imageAlt: html(a.words) },
      ...{ match: b.image, matchAlt: html(b.words) },
    }))
    return one('H5P.ImagePair', { taskDescription, cards, behaviour: { allowRetry: true } })
  },
  memory: ({ pairs }: Memory, prompt, media) => {
    const both = bothSeen(
      pairs.map(({ a, b }) => [a, b]),
      media,
    )
    if (!both) return undefined
    const cards = both.map(([a, b]) => ({
      ...{ imageAlt: html(a.words), matchAlt: html(b.words) },
      ...(a.image && { image: a.image }),
      ...(a.sound && { audio: a.sound }),
      ...(b.image && { match: b.image }),
      ...(b.sound && { matchAudio: b.sound }),
    }))
    const game = one('H5P.MemoryGame', { cards, behaviour: { allowRetry: true } })
    // There is no room for words in it: what to do stands before it.
    return prompt === '' ? game : [...one('H5P.AdvancedText', { text: prompt }), ...game]
  },
  dictation: ({ sentences, playsMax, ignoresSigns }: Dictation, taskDescription, media) => {
    const heard = sentences.map(({ text, sound }) => ({ text: html(text), sample: soundFiles(sound, media) }))
    // What a voice of the device reads is no recording.
    if (heard.some(({ sample }) => !sample)) return undefined
    return one('H5P.Dictation', {
      taskDescription,
      sentences: heard,
      behaviour: {
        ignorePunctuation: ignoresSigns,
        ...(playsMax > 0 && { tries: playsMax }),
        enableRetry: true,
        enableSolution: true,
      },
    })
  },
  flashcards: ({ cards, isTyped }: Flashcards, description, media) => {
    const fronts = cards.map(({ front }) => cardFront(front, media))
    if (isTyped)
      return one('H5P.Flashcards', {
        description,
        cards: cards.map(({ back, tip }, at) => ({
          ...fronts[at],
          answer: html(readThing(back).text),
          tip: html(tip),
        })),
      })
    return one('H5P.Dialogcards', {
      description,
      mode: 'normal',
      dialogs: cards.map(({ back, tip, sound }, at) => {
        const audio = soundFiles(sound, media)
        return {
          ...fronts[at],
          answer: html(readThing(back).text),
          tips: { front: html(tip), back: '' },
          ...(audio && { audio }),
        }
      }),
    })
  },
}

interface Seen {
  words: string
  image?: object | undefined
  sound?: object[] | undefined
}

/** A thing as a picture, a recording or both, whose words nobody has to read; undefined: there is more to it. */
function seen(text: string, media: H5pMedia): Seen | undefined {
  const { text: words, picture, sound, isHeard } = readThing(text)
  const size = picture && media.sizeOf(picture.asset)
  const recording = sound === undefined ? undefined : soundFiles(sound, media)
  const isThere = (!picture || size) && (sound === undefined || recording) && (picture || sound)
  // With a picture its words are those that stand for it.
  const isRead = picture ? words !== picture.alt : !isHeard
  if (!isThere || isRead) return undefined
  return {
    words,
    ...(picture && size && { image: fileOf(picture.asset, { size, said: media.saidOf(picture.asset) }) }),
    ...(recording && { sound: recording }),
  }
}

/** Pairs of which both sides are seen or heard; undefined: words are among them. */
function bothSeen(
  pairs: readonly (readonly [string, string])[],
  media: H5pMedia,
): (readonly [Seen, Seen])[] | undefined {
  const all = pairs.flatMap(([a, b]) => {
    const [left, right] = [seen(a, media), seen(b, media)]
    return left && right ? [[left, right] as const] : []
  })
  return all.length === pairs.length ? all : undefined
}

/** The same where there is room for one of both. */
function alone(text: string, media: H5pMedia): Seen | undefined {
  const thing = seen(text, media)
  return thing?.image && thing.sound ? undefined : thing
}

/** The medium of an answer, as a content of its own. */
function medium(thing: Seen | undefined): object | undefined {
  if (!thing) return undefined
  const { words, image, sound } = thing
  return image
    ? withName('H5P.Image', { contentName: 'Image', file: image, alt: html(words) }, words)
    : withName('H5P.Audio', audioParams(sound ?? [], words), words)
}

/** What is seen or heard above a task and between its words: H5P's texts hold no pictures, so all of it stands before the task. */
export function seenBefore({ type, media, prompt, data }: Element, of: H5pMedia): Content[] {
  const heard = media?.kind === 'sound' ? soundAbove(media.asset, typedOfHtml(media.transcript), of) : []
  const pictures = [
    ...(media?.kind === 'picture' ? [media] : []),
    ...richPicturesOf(type === 'info' ? [prompt, data] : prompt),
  ]
  return [...heard, ...pictures.flatMap((picture) => seenIn(picture, of))]
}

/** A picture that stands by itself; nothing where its file does not go along. */
function seenIn(picture: Picture, { sizeOf, saidOf }: H5pMedia): Content[] {
  const said = saidOf(picture.asset)
  if (!sizeOf(picture.asset)) return []
  return [{ library: 'H5P.Image', params: imageParams({ picture, caption: '' }, said), said }]
}

/** A recording that stands by itself; nothing where its file does not go along. */
function soundAbove(asset: string, words: string, media: H5pMedia): Content[] {
  const files = soundFiles(asset, media)
  return files ? one('H5P.Audio', audioParams(files, words)) : []
}

function audioParams(files: readonly object[], words: string): object {
  const shown = { playerMode: 'full', fitToWrapper: false, controls: true, autoplay: false }
  return { contentName: 'Audio', files, ...shown, audioNotSupported: html(`${heardSign}${words}`) }
}

function soundFiles(asset: string, { hasSound, saidOf }: H5pMedia): object[] | undefined {
  if (asset === '' || !hasSound(asset)) return undefined
  return [{ path: soundInH5p(asset), mime: soundMime(asset), copyright: h5pCopyright(saidOf(asset)) }]
}

function cardFront(front: string, { sizeOf, saidOf }: H5pMedia): object {
  const { text, picture } = readThing(front)
  const size = picture && sizeOf(picture.asset)
  if (!picture || !size) return { text: html(text) }
  const words = text === picture.alt ? '' : text
  return {
    text: html(words),
    image: fileOf(picture.asset, { size, said: saidOf(picture.asset) }),
    imageAltText: html(picture.alt),
  }
}

import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'

/** Ground, clothes, hair, skin of a paper-cut portrait. */
type Palette = readonly [ground: string, clothes: string, hair: string, skin: string]

const palettes: readonly Palette[] = [
  ['#f3d9a4', '#1f6f6b', '#3b2a20', '#e8b894'],
  ['#bfe0d8', '#c9573f', '#1f1a17', '#a8714c'],
  ['#f2c9b8', '#35507a', '#8a5a2b', '#f0cbb0'],
  ['#d9d3ec', '#3f7d4e', '#5b4636', '#d9a078'],
  ['#cfe3f2', '#b7791f', '#6d6a68', '#f2d0b6'],
  ['#dbe7bd', '#6a4c93', '#2b211c', '#8a5a3c'],
]
/** Hair behind and in front of a head at (200, 168) of radius 62. */
const hair: readonly (readonly [behind: string, front: string])[] = [
  [
    'M126 250V160a74 74 0 0 1 148 0v90z',
    'M138 166c4-52 36-70 64-70s58 18 60 70c-30-8-52-22-66-40-12 18-32 32-58 40z',
  ],
  ['', 'M136 160c-4-46 30-72 64-72s70 22 64 72c-10-26-24-36-44-36-32 0-62-4-84 36z'],
  ['M150 92a50 44 0 1 1 100 0z', 'M137 164c0-48 28-72 63-72s63 24 63 72c-14-30-34-42-63-42s-49 12-63 42z'],
  [
    'M120 214c-14-90 30-132 80-132s94 42 80 132c-22 18-138 18-160 0z',
    'M138 162c8-40 30-62 70-66 32 4 52 28 54 66-40 2-70-14-84-36-8 16-20 28-40 36z',
  ],
]
/** Which hair the author at a place wears. */
const styles: readonly number[] = [0, 1, 2, 3, 1, 2, 2, 0, 3, 1, 2, 3]
/** Instead of a face, for shops that are no person: books, a leaf, a note. */
const emblems: readonly string[] = [
  '<rect x="96" y="228" width="208" height="44" rx="8" fill="A"/><rect x="112" y="180" width="180" height="44" rx="8" fill="B"/><rect x="100" y="132" width="196" height="44" rx="8" fill="C"/><rect x="128" y="132" width="14" height="44" fill="D"/><rect x="252" y="180" width="14" height="44" fill="D"/><rect x="122" y="228" width="14" height="44" fill="D"/>',
  '<path d="M200 316c-84-36-108-130-60-220 92 20 144 104 60 220z" fill="A"/><path d="M200 316c84-36 108-130 60-220-92 20-144 104-60 220z" fill="B" opacity=".85"/><path d="M200 130v206" stroke="D" stroke-width="8" stroke-linecap="round"/>',
  '<path d="M164 276V132l112-26v142" fill="none" stroke="A" stroke-width="18" stroke-linejoin="round"/><ellipse cx="138" cy="278" rx="38" ry="28" fill="A"/><ellipse cx="250" cy="250" rx="38" ry="28" fill="B"/>',
]

function svg(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  )
}

function portrait(at: number): Buffer {
  const [ground, clothes, hairColour, skin] = palettes[at % palettes.length] as Palette
  const [behind, front] = hair[styles[at % styles.length] ?? 0] ?? ['', '']
  const glasses =
    at % 3 === 1
      ? '<g fill="none" stroke="#2a2a28" stroke-width="5"><circle cx="176" cy="172" r="19"/><circle cx="224" cy="172" r="19"/><path d="M195 170h10"/></g>'
      : ''
  return svg(
    400,
    400,
    `<rect width="400" height="400" fill="${ground}"/><circle cx="310" cy="92" r="120" fill="#fff" opacity=".28"/>
    <path d="${behind}" fill="${hairColour}"/><path d="M60 400c4-92 62-128 140-128s136 36 140 128z" fill="${clothes}"/>
    <path d="M172 220h56v50c0 36-56 36-56 0z" fill="${skin}"/><circle cx="200" cy="168" r="62" fill="${skin}"/>
    <path d="${front}" fill="${hairColour}"/>${glasses}<path d="M182 200q18 14 36 0" fill="none" stroke="#2a2a28" stroke-width="5" stroke-linecap="round"/>`,
  )
}

function emblem(at: number): Buffer {
  const [ground, clothes, ,] = palettes[(at + 2) % palettes.length] as Palette
  const [, second] = palettes[(at + 4) % palettes.length] as Palette
  const [, third] = palettes[(at + 1) % palettes.length] as Palette
  const drawn = (emblems[at % emblems.length] ?? '')
    .replaceAll('"A"', `"${clothes}"`)
    .replaceAll('"B"', `"${second}"`)
    .replaceAll('"C"', `"${third}"`)
    .replaceAll('"D"', '"#fffaf0"')
  return svg(
    400,
    400,
    `<rect width="400" height="400" fill="${ground}"/><circle cx="200" cy="210" r="150" fill="#fff" opacity=".35"/>${drawn}`,
  )
}

/** Hills of cut paper under a pale sky. */
function landscape(at: number): Buffer {
  const [ground, first] = palettes[at % palettes.length] as Palette
  const [, second] = palettes[(at + 1) % palettes.length] as Palette
  const [far] = palettes[(at + 3) % palettes.length] as Palette
  return svg(
    1600,
    400,
    `<rect width="1600" height="400" fill="${ground}"/><circle cx="${1180 - at * 160}" cy="120" r="74" fill="#fffaf0" opacity=".8"/>
    <path d="M0 250q220-130 460-40t520-20 620 30v180H0z" fill="${far}"/>
    <path d="M0 310q300-110 620-30t560-40 420 40v120H0z" fill="${second}" opacity=".55"/>
    <path d="M0 360q260-70 560-20t640-30 400 30v60H0z" fill="${first}" opacity=".85"/>`,
  )
}

export interface DemoPictures {
  faces: readonly Buffer[]
  emblems: readonly Buffer[]
  grounds: readonly Buffer[]
}

/** Draws every picture once; each author gets a file of their own, as if uploaded. */
export async function drawDemoPictures(): Promise<DemoPictures> {
  const webp = (picture: Buffer) => sharp(picture).webp({ quality: 88, effort: 2 }).toBuffer()
  const all = (count: number, draw: (at: number) => Buffer) =>
    Promise.all(Array.from({ length: count }, (_, at) => webp(draw(at))))
  const [faces, emblems, grounds] = await Promise.all([all(12, portrait), all(6, emblem), all(4, landscape)])
  return { faces, emblems, grounds }
}

/** Of three authors two have a picture, of three one a background; the rest show how a page looks without. */
export async function insertPictures(
  tx: Db,
  { storage }: Pick<Deps, 'storage'>,
  { authors, pictures }: { authors: readonly { id: number; publicName: string }[]; pictures: DemoPictures },
): Promise<void> {
  for (const [at, { id, publicName }] of authors.entries()) {
    const list = isPerson(publicName) ? pictures.faces : pictures.emblems
    const face = at % 3 === 2 ? undefined : list[at % list.length]
    const ground = at % 3 === 0 ? pictures.grounds[(at / 3) % pictures.grounds.length] : undefined
    const [imageKey, backgroundKey] = await Promise.all([
      face === undefined ? null : put(storage, 'avatar', face),
      ground === undefined ? null : put(storage, 'background', ground),
    ])
    await tx
      .updateTable('author_profile')
      .set({ image_key: imageKey, background_key: backgroundKey })
      .where('account_id', '=', id)
      .execute()
    await tx.updateTable('account').set({ image_key: imageKey }).where('id', '=', id).execute()
  }
}

async function put(storage: Deps['storage'], kind: 'avatar' | 'background', body: Buffer): Promise<string> {
  const id = randomUUID()
  return (await storage.put(`${kind}/${id.slice(0, 2)}/${id}.webp`, body)).key
}

/** Two words of which none is a thing: good enough to tell Miriam Oster from the Boîte à énigmes. */
function isPerson(name: string): boolean {
  return persons.test(name)
}

const persons =
  /^(Frau|Herr|Dr\.|Miss|Mr|Profe|Prof\.|Maestra|Maître) |^(Jonas|Miriam|Petra|Daniel|Priya|Owen|Grace|Javier|Lucía|Nuria|Andrés|Antoine|Sophie|Nadia|Paul|Camille|Νίκος|Μαρία|Γιώργος|Κατερίνα|Marco|Elisa|Laura) /

/** What a teacher typed into the fields, by name. */
export type Typed = Readonly<Record<string, string>>

/** A tick of the editor. */
export function ticked(typed: Typed, name: string): boolean {
  return typed[name] === 'on' || typed[name] === '1'
}

/** The value of a box that is ticked or not, as `ticked` reads it. */
export function tick(isOn: boolean): string {
  return isOn ? 'on' : ''
}

/** A number of the editor, with a comma or a point; undefined: there is none. */
export function numberIn(text: string | undefined): number | undefined {
  const plain = (text ?? '').trim().replace(',', '.')
  if (!/^-?\d+(\.\d+)?(e-?\d{1,3})?$/i.test(plain)) return undefined
  return Number(plain)
}

/** Percent as it is typed, as a part of one; `otherwise` where nothing is typed. */
export function fractionIn(text: string | undefined, otherwise: number): number | undefined {
  const plain = (text ?? '').replace('%', '').trim()
  if (plain === '') return otherwise
  const value = numberIn(plain)
  return value === undefined ? undefined : value / 100
}

/** A part of one as percent; nothing for what goes without saying. */
export function percentOf(fraction: number, unsaid?: number): string {
  return fraction === unsaid ? '' : `${Number((fraction * 100).toFixed(5))} %`
}

/** The picture of a task and its words, as typed. */
export function pictureIn(typed: Typed): { asset: string; alt: string } {
  return { asset: typed.picture ?? '', alt: typed.alt ?? '' }
}

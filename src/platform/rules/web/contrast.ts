/** Red, green and blue from 0 to 255, as screens have them. */
export type Colour = readonly [number, number, number]

/** How much two colours differ in light, from 1 to 21, as WCAG 2.2 defines it. */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** What text needs (WCAG 1.4.3): less when it is large. Whether it is bold is unknown here, so that 14 points are enough. */
export function leastContrast(points: number): number {
  return points < 14 ? 4.5 : 3
}

function luminanceOf([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

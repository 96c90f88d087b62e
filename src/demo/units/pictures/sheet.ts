/** What is drawn, as a picture of that many pixels. */
export function sheet(width: number, height: number, drawn: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawn}</svg>`
}

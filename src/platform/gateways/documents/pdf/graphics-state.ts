import { nextToken, type Reading, TooMuchWork } from './pdf-object.ts'

const mostWork = 256 * 1024 * 1024

/**
 * What has to stand around the drawing of a page so that nothing of its state is left (ISO 32000-1, 8.4.2): how many
 * states are saved before it, because it may restore more than it saves, and what ends all that it leaves open.
 */
export function graphicsStateOf(drawing: Uint8Array): { saves: number; restores: string } {
  const bytes = Buffer.from(drawing.buffer, drawing.byteOffset, drawing.byteLength)
  const reading: Reading = { bytes, at: 0, work: { left: mostWork } }
  let [depth, lowest, marks, isText] = [0, 0, 0, false]
  try {
    for (let token = nextToken(reading); token !== ''; token = nextToken(reading)) {
      if (token === 'q') depth += 1
      else if (token === 'Q') lowest = Math.min(lowest, --depth)
      else if (token === 'BT') isText = true
      else if (token === 'ET') isText = false
      else if (token === 'BMC' || token === 'BDC') marks += 1
      else if (token === 'EMC') marks = Math.max(0, marks - 1)
      else if (token === 'ID') skipPicture(reading)
    }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
  }
  const saves = 1 - lowest
  return { saves, restores: `${isText ? 'ET ' : ''}${'EMC '.repeat(marks)}${'Q '.repeat(saves + depth)}` }
}

/** The bytes of a picture between the words of a drawing (8.9.7): they may look like anything, and end with EI. */
function skipPicture(reading: Reading): void {
  const { bytes } = reading
  for (
    let at = bytes.indexOf('EI', reading.at + 1, 'latin1');
    at >= 0;
    at = bytes.indexOf('EI', at + 2, 'latin1')
  ) {
    const isWord = isBlank(bytes[at - 1]) && isBlank(bytes[at + 2] ?? 32)
    // Behind the picture come words again.
    if (isWord && /^[\t\n\f\r -~]*$/.test(bytes.toString('latin1', at + 2, at + 12))) {
      reading.at = at + 2
      return
    }
  }
  reading.at = bytes.length
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
}

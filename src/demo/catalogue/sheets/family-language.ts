import type { SectionOf } from '../types.ts'
import { answerLine } from './family-maths.ts'
import { type Block, gridBlocks, paragraph, type Rendered } from './flow.ts'
import { black, box, drawCentred, drawText, fitted, grey, type Ink, page, rule, textWidth } from './ink.ts'
import { drawLaid, layText } from './rich-text.ts'

export function bankBlock(ink: Ink, words: string[]): Block {
  const laid = layText(
    ink,
    words.map((word) => word.replaceAll(' ', '\u00a0')).join('   •   '),
    page.inner - 28,
    { size: 11.5, bold: true },
  )
  return {
    height: laid.height + 26,
    join: true,
    draw: (y) => {
      box(ink, page.left, y, page.inner, laid.height + 14, '#ffffff', ink.color.mid)
      drawLaid(ink, laid, page.left + 14, y + 7)
    },
  }
}

export function lineBlocks(count: number, ink: Ink, height = 27): Block[] {
  return Array.from({ length: count }, () => ({
    height,
    stretch: 3,
    draw: (y: number) =>
      rule(ink, page.left, y + height - 5, page.left + page.inner, y + height - 5, '#c2c7cf', 0.6),
  }))
}

const gapMark = /\[([^\]]+)\]/g

function gaps(text: string): string[] {
  return [...text.matchAll(gapMark)].map((found) => found[1] ?? '')
}

function blanked(text: string): string {
  return text.replace(gapMark, (_, word: string) =>
    '_'.repeat(Math.max(8, Math.min(22, Math.round(word.length * 1.6)))),
  )
}

export function renderCloze(ink: Ink, section: SectionOf<'cloze'>): Rendered {
  const words = gaps(section.text)
  const body = section.text.split('\n').map((part): Block => {
    const laid = layText(ink, blanked(part), page.inner, { size: 12 })
    const lineHeight = 26
    const tall = { ...laid, lineHeight, height: laid.lines.length * lineHeight }
    return { height: tall.height + 6, stretch: 14, draw: (y) => drawLaid(ink, tall, page.left, y) }
  })
  return { blocks: [bankBlock(ink, ink.random.shuffle(words)), ...body], answers: [words.join(' • ')] }
}

export function renderFill(ink: Ink, section: SectionOf<'fill'>): Rendered {
  const rows = section.items.map((item, at): Block => {
    const laid = layText(ink, blanked(item), page.inner - 26, { size: 12 })
    return {
      height: laid.height + 13,
      stretch: 16,
      draw: (y) => {
        drawText(ink, `${at + 1})`, page.left, y + 1, { size: 10, color: grey })
        drawLaid(ink, laid, page.left + 26, y)
      },
    }
  })
  const words = section.items.map((item) => gaps(item).join(' / '))
  const bank = section.bank
    ? [bankBlock(ink, ink.random.shuffle([...new Set(section.items.flatMap(gaps))]))]
    : []
  return { blocks: [...bank, ...rows], answers: [answerLine(words.map((a) => ({ q: '', a })))] }
}

export function renderReading(ink: Ink, section: SectionOf<'reading'>): Rendered {
  const head: Block = {
    height: 28,
    join: true,
    draw: (y) =>
      drawText(
        ink,
        section.title,
        page.left,
        y,
        fitted(ink, section.title, page.inner, { size: 16, bold: true, color: ink.color.dark }),
      ),
  }
  const body = section.text.split('\n').map((part): Block => {
    const laid = layText(ink, part, page.inner - 20, { size: 12.5 })
    const tall = { ...laid, lineHeight: 20.5, height: laid.lines.length * 20.5 }
    return {
      height: tall.height + 9,
      stretch: 6,
      draw: (y) => {
        rule(ink, page.left + 2, y + 2, page.left + 2, y + tall.height - 4, ink.color.mid, 3)
        drawLaid(ink, tall, page.left + 16, y)
      },
    }
  })
  return { blocks: [head, ...body], answers: [] }
}

export function renderQuestions(ink: Ink, section: SectionOf<'questions'>): Rendered {
  const blocks = section.items.map(([q], at): Block => {
    const laid = layText(ink, `${at + 1}) ${q}`, page.inner, { size: 11.5 })
    return {
      height: laid.height + 56,
      stretch: 26,
      draw: (y) => {
        drawLaid(ink, laid, page.left, y)
        for (const at of [22, 44])
          rule(
            ink,
            page.left,
            y + laid.height + at,
            page.left + page.inner,
            y + laid.height + at,
            '#c2c7cf',
            0.6,
          )
      },
    }
  })
  return { blocks, answers: [answerLine(section.items.map(([q, a]) => ({ q, a })))] }
}

export function renderMc(ink: Ink, section: SectionOf<'mc'>): Rendered {
  const answers: string[] = []
  const blocks = section.items.map(([q, right, ...wrong], at): Block => {
    const options = ink.random.shuffle([right, ...wrong])
    answers.push(`${'abcdef'[options.indexOf(right)] ?? 'a'} (${right})`)
    const laid = layText(ink, `${at + 1}) ${q}`, page.inner, { size: 11.5, bold: true })
    const columns = options.every((option) => textWidth(ink, option, { size: 11 }) < 200) ? 2 : 1
    const rows = Math.ceil(options.length / columns)
    return {
      height: laid.height + rows * 19 + 12,
      stretch: 16,
      draw: (y) => {
        drawLaid(ink, laid, page.left, y)
        options.forEach((option, index) => {
          const x = page.left + 16 + (index % columns) * 240
          const top = y + laid.height + 3 + Math.floor(index / columns) * 19
          ink.doc
            .rect(x, top + 2, 10, 10)
            .lineWidth(0.8)
            .stroke(black)
          const text = `${'abcdef'[index]}  ${option}`
          drawText(ink, text, x + 17, top, fitted(ink, text, columns === 2 ? 216 : 460, { size: 11 }))
        })
      },
    }
  })
  return { blocks, answers: [answerLine(answers.map((a) => ({ q: '', a })))] }
}

export function renderTruefalse(ink: Ink, section: SectionOf<'truefalse'>): Rendered {
  const blocks = section.items.map(([text], at): Block => {
    const laid = layText(ink, `${at + 1}) ${text}`, page.inner - 150, { size: 11.5 })
    return {
      height: laid.height + 10,
      stretch: 12,
      draw: (y) => {
        drawLaid(ink, laid, page.left, y)
        for (const [index, label] of [ink.words.yes, ink.words.no].entries()) {
          const x = page.left + page.inner - 138 + index * 74
          ink.doc
            .rect(x, y + 3, 10, 10)
            .lineWidth(0.8)
            .stroke(black)
          drawText(ink, label, x + 14, y + 1, { size: 10.5 })
        }
      },
    }
  })
  return {
    blocks,
    answers: [
      answerLine(section.items.map(([, right]) => ({ q: '', a: right ? ink.words.yes : ink.words.no }))),
    ],
  }
}

export function renderMatch(ink: Ink, section: SectionOf<'match'>): Rendered {
  const rights = ink.random.shuffle(section.pairs.map(([, right]) => right))
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const blocks = section.pairs.map(([left], at): Block => {
    const one = layText(ink, left, 205, { size: 11.5 })
    const two = layText(ink, rights[at] ?? '', 205, { size: 11.5 })
    const height = Math.max(one.height, two.height) + 12
    return {
      height: height + 5,
      stretch: 16,
      draw: (y) => {
        box(ink, page.left, y, 222, height, ink.color.light)
        box(ink, page.left + page.inner - 222, y, 222, height, '#ffffff', ink.color.mid)
        drawLaid(ink, one, page.left + 9, y + (height - one.height) / 2)
        drawLaid(ink, two, page.left + page.inner - 213, y + (height - two.height) / 2)
        ink.doc.circle(page.left + 230, y + height / 2, 3).fill(ink.color.dark)
        ink.doc.circle(page.left + page.inner - 230, y + height / 2, 3).fill(ink.color.dark)
      },
    }
  })
  const free = rights.map((right, at) => ({ right, letter: letters[at] ?? '' }))
  const text = section.pairs.map(([left, right]) => {
    const index = free.findIndex((one) => one.right === right)
    free.splice(index, 1)
    return `${left} = ${right}`
  })
  return { blocks, answers: [text.join('; ')] }
}

export function renderVocab(ink: Ink, section: SectionOf<'vocab'>): Rendered {
  const blocks = gridBlocks(section.pairs.length, 1, 25, 8, (at, x, y, width) => {
    const [word, meaning] = section.pairs[at] ?? ['', '']
    if (at % 2 === 0) ink.doc.rect(x, y - 2, width, 25).fill(ink.color.light)
    drawText(ink, word, x + 8, y + 3, fitted(ink, word, 158, { size: 12, bold: true }))
    drawText(ink, meaning, x + 172, y + 3, fitted(ink, meaning, 150, { size: 11.5 }))
    rule(ink, x + 330, y + 19, x + width - 8, y + 19)
  })
  return { blocks, answers: [] }
}

export function renderCards(ink: Ink, section: SectionOf<'cards'>): Rendered {
  const blocks = section.pairs.map(
    ([front, back]): Block => ({
      height: 90,
      draw: (y) => {
        const half = page.inner / 2
        ink.doc.dash(4, { space: 3 })
        ink.doc.rect(page.left, y, page.inner, 86).lineWidth(0.8).stroke(grey)
        rule(ink, page.left + half, y, page.left + half, y + 86, grey, 0.6)
        ink.doc.undash()
        ink.doc.rect(page.left + 1, y + 1, 6, 84).fill(ink.color.mid)
        for (const [index, text] of [front, back].entries()) {
          const laid = layText(ink, text, half - 36, { size: index === 0 ? 16 : 13, bold: index === 0 })
          const widest = Math.max(...laid.lines.map((line) => line.width))
          drawLaid(ink, laid, page.left + index * half + (half - widest) / 2 + 3, y + 43 - laid.height / 2)
        }
      },
    }),
  )
  return { blocks, answers: [] }
}

export function tableBlocks(ink: Ink, head: string[], rows: string[][], height = 27): Block[] {
  const width = page.inner / head.length
  const line = (cells: string[], dark: boolean): Block => {
    const laid = cells.map((cell) =>
      layText(ink, cell, width - 12, { size: dark ? 11 : 10.8, bold: dark, color: dark ? '#ffffff' : black }),
    )
    const high = Math.max(height, ...laid.map((one) => one.height + 8))
    return {
      height: high,
      join: dark,
      draw: (y) => {
        cells.forEach((_, at) => {
          ink.doc.rect(page.left + at * width, y, width, high).lineWidth(0.6)
          if (dark) ink.doc.fillAndStroke(ink.color.dark, '#ffffff')
          else ink.doc.stroke('#9aa1ab')
          const one = laid[at]
          if (one) drawLaid(ink, one, page.left + at * width + 6, y + (high - one.height) / 2)
        })
      },
    }
  }
  return [
    line(head, true),
    ...rows.map((row) => line(row, false)),
    { height: 12, draw: () => undefined, stretch: 20 },
  ]
}

export function renderSort(ink: Ink, section: SectionOf<'sort'>): Rendered {
  const words = ink.random.shuffle(section.groups.flatMap(([, list]) => list))
  const most = Math.max(...section.groups.map(([, list]) => list.length))
  const empty = Array.from({ length: most + 1 }, () => section.groups.map(() => ''))
  return {
    blocks: [
      bankBlock(ink, words),
      ...tableBlocks(
        ink,
        section.groups.map(([name]) => name),
        empty,
        30,
      ),
    ],
    answers: [section.groups.map(([name, list]) => `${name}: ${list.join(', ')}`).join('   ')],
  }
}

export function renderConj(ink: Ink, section: SectionOf<'conj'>): Rendered {
  const blocks: Block[] = []
  const answers: string[] = []
  for (let at = 0; at < section.verbs.length; at += 3) {
    const group = section.verbs.slice(at, at + 3)
    const rows = section.persons.map((person, index) => [
      person,
      ...group.map(([, forms]) => (ink.random.int(0, 3) === 0 ? (forms[index] ?? '') : '')),
    ])
    blocks.push(...tableBlocks(ink, ['', ...group.map(([verb]) => verb)], rows, 25))
    answers.push(...group.map(([verb, forms]) => `${verb}: ${forms.join(', ')}`))
  }
  return { blocks, answers: [answers.join('   ')] }
}

export function renderTable(ink: Ink, section: SectionOf<'table'>): Rendered {
  const hidden: string[] = []
  const rows = section.rows.map((row) =>
    row.map((cell) => {
      const found = /^\[(.*)\]$/.exec(cell)
      if (found) hidden.push(found[1] ?? '')
      return found ? '' : cell
    }),
  )
  return {
    blocks: tableBlocks(ink, section.head, rows, 30),
    answers: hidden.length > 0 ? [hidden.join(' • ')] : [],
  }
}

export function renderSteps(ink: Ink, section: SectionOf<'steps'>): Rendered {
  const order = ink.random.shuffle(section.items)
  const blocks = order.map((item): Block => {
    const laid = layText(ink, item, page.inner - 50, { size: 11.5 })
    const height = Math.max(28, laid.height + 8)
    return {
      height: height + 6,
      stretch: 14,
      draw: (y) => {
        box(ink, page.left, y + height / 2 - 13, 28, 26, '#ffffff', ink.color.dark)
        drawLaid(ink, laid, page.left + 42, y + (height - laid.height) / 2)
      },
    }
  })
  return { blocks, answers: [order.map((item) => section.items.indexOf(item) + 1).join(' – ')] }
}

export function renderTimeline(ink: Ink, section: SectionOf<'timeline'>): Rendered {
  const blocks = section.items.map(([when, what]): Block => {
    const laid = layText(ink, what, page.inner - 130, { size: 11.5 })
    const height = Math.max(36, laid.height + 12)
    return {
      height,
      draw: (y) => {
        rule(ink, page.left + 96, y, page.left + 96, y + height, ink.color.mid, 4)
        ink.doc
          .circle(page.left + 96, y + height / 2, 6)
          .lineWidth(2)
          .fillAndStroke('#ffffff', ink.color.dark)
        const style = fitted(ink, when, 84, { size: 12, bold: true, color: ink.color.dark })
        drawText(ink, when, page.left + 86 - textWidth(ink, when, style), y + height / 2 - 8, style)
        drawLaid(ink, laid, page.left + 114, y + (height - laid.height) / 2)
      },
    }
  })
  return { blocks: [...blocks, { height: 14, draw: () => undefined }], answers: [] }
}

export function renderInfo(ink: Ink, section: SectionOf<'info'>): Rendered {
  const laid = section.lines.map((line) => layText(ink, line, page.inner - 44, { size: 11.5 }))
  const height = laid.reduce((sum, one) => sum + one.height + 4, 0) + 40
  return {
    blocks: [
      {
        height: height + 12,
        stretch: 8,
        draw: (y) => {
          box(ink, page.left, y, page.inner, height, ink.color.light)
          ink.doc.rect(page.left, y + 4, 5, height - 8).fill(ink.color.dark)
          drawText(ink, section.title, page.left + 18, y + 9, { size: 13, bold: true, color: ink.color.dark })
          let top = y + 31
          for (const one of laid) {
            ink.doc.circle(page.left + 22, top + 8, 2).fill(ink.color.dark)
            drawLaid(ink, one, page.left + 32, top)
            top += one.height + 4
          }
        },
      },
    ],
    answers: [],
  }
}

export function renderPosterlines(ink: Ink, section: SectionOf<'posterlines'>): Rendered {
  const blocks = section.items.map(([head, text], at): Block => {
    const title = layText(ink, head, page.inner - 90, { size: 19, bold: true, color: ink.color.dark })
    const body = layText(ink, text, page.inner - 90, { size: 13.5 })
    const height = Math.max(66, title.height + body.height + 20)
    return {
      height: height + 10,
      stretch: 20,
      draw: (y) => {
        box(ink, page.left, y, page.inner, height, at % 2 === 0 ? ink.color.light : '#ffffff', ink.color.mid)
        ink.doc.circle(page.left + 36, y + height / 2, 22).fill(ink.color.dark)
        drawCentred(ink, String(at + 1), page.left + 36, y + height / 2 - 13, {
          size: 20,
          bold: true,
          color: '#ffffff',
        })
        const top = y + (height - title.height - body.height) / 2
        drawLaid(ink, title, page.left + 74, top)
        drawLaid(ink, body, page.left + 74, top + title.height)
      },
    }
  })
  return { blocks, answers: [] }
}

export function renderChecklist(ink: Ink, section: SectionOf<'checklist'>): Rendered {
  const blocks = section.items.map((item): Block => {
    const laid = layText(ink, item, page.inner - 36, { size: 12 })
    return {
      height: laid.height + 12,
      stretch: 12,
      draw: (y) => {
        box(ink, page.left, y + 1, 17, 17, '#ffffff', ink.color.dark)
        drawLaid(ink, laid, page.left + 30, y)
      },
    }
  })
  return { blocks, answers: [] }
}

export function renderWrite(ink: Ink, section: SectionOf<'write'>): Rendered {
  return { blocks: [paragraph(ink, section.prompt, 12), ...lineBlocks(section.lines, ink)], answers: [] }
}

export function renderContents(ink: Ink, section: SectionOf<'contents'>): Rendered {
  return renderPosterlines(ink, { f: 'posterlines', items: section.items })
}

import { finish } from '#platform/gateways/documents/typeface/typeface.ts'
import { coloursOf } from '#shop/selling/materials/server/covers/colours.ts'
import { drawCover } from '#shop/selling/materials/server/covers/cover.ts'
import type { DemoAuthor, DemoMaterial, Section } from '../types.ts'
import type { World } from '../world-codes.ts'
import type { CoverPlan } from './cover-plan.ts'
import * as diagrams from './family-diagrams.ts'
import * as figures from './family-figures.ts'
import * as language from './family-language.ts'
import * as maths from './family-maths.ts'
import * as planners from './family-planners.ts'
import * as puzzles from './family-puzzles.ts'
import { type Block, flowBlocks, paragraph, type Rendered, taskHead } from './flow.ts'
import { box, drawText, fitted, grey, type Ink, openDocument, page, rule, textWidth } from './ink.ts'
import { seededRandom } from './random.ts'
import { type SheetWords, sheetWords } from './sheet-words.ts'
import { titleBand } from './title-bands.ts'

/** The instruction above a section, or nothing where the section carries its own heading. */
export function taskText(words: SheetWords, section: Section): string | undefined {
  if (section.t !== undefined) return section.t
  const { todo } = words
  switch (section.f) {
    case 'calc':
      return maths.calcTask({ words }, section.g)
    case 'shares':
      return section.task === 'name' ? todo.name : todo.colour
    case 'clock':
      return section.task === 'read' ? todo.read : todo.draw
    case 'coords':
      return section.task === 'read' ? todo.coordsread : todo.coordsplot
    case 'reading':
    case 'info':
    case 'posterlines':
    case 'planner':
    case 'certificate':
    case 'write':
      return undefined
    case 'contents':
      return words.contents
    default:
      return todo[section.f]
  }
}

function renderSection(ink: Ink, section: Section): Rendered {
  switch (section.f) {
    case 'calc':
      return maths.renderCalc(ink, section)
    case 'written':
      return maths.renderWritten(ink, section)
    case 'walls':
      return maths.renderWalls(ink, section)
    case 'sudoku':
      return maths.renderSudoku(ink, section)
    case 'loop':
      return maths.renderLoop(ink, section)
    case 'riddle':
      return maths.renderRiddle(ink, section)
    case 'problems':
      return maths.renderProblems(ink, section)
    case 'chart':
      return maths.renderChart(ink, section)
    case 'shares':
      return figures.renderShares(ink, section)
    case 'clock':
      return figures.renderClock(ink, section)
    case 'figures':
      return figures.renderFigures(ink, section)
    case 'angles':
      return figures.renderAngles(ink, section)
    case 'coords':
      return figures.renderCoords(ink, section)
    case 'numberline':
      return figures.renderNumberline(ink, section)
    case 'money':
      return figures.renderMoney(ink, section)
    case 'count':
      return figures.renderCount(ink, section)
    case 'trace':
      return figures.renderTrace(ink, section)
    case 'mirror':
      return figures.renderMirror(ink, section)
    case 'match':
      return language.renderMatch(ink, section)
    case 'vocab':
      return language.renderVocab(ink, section)
    case 'cards':
      return language.renderCards(ink, section)
    case 'cloze':
      return language.renderCloze(ink, section)
    case 'fill':
      return language.renderFill(ink, section)
    case 'reading':
      return language.renderReading(ink, section)
    case 'questions':
      return language.renderQuestions(ink, section)
    case 'mc':
      return language.renderMc(ink, section)
    case 'truefalse':
      return language.renderTruefalse(ink, section)
    case 'sort':
      return language.renderSort(ink, section)
    case 'conj':
      return language.renderConj(ink, section)
    case 'table':
      return language.renderTable(ink, section)
    case 'steps':
      return language.renderSteps(ink, section)
    case 'timeline':
      return language.renderTimeline(ink, section)
    case 'info':
      return language.renderInfo(ink, section)
    case 'posterlines':
      return language.renderPosterlines(ink, section)
    case 'checklist':
      return language.renderChecklist(ink, section)
    case 'write':
      return language.renderWrite(ink, section)
    case 'contents':
      return language.renderContents(ink, section)
    case 'search':
      return puzzles.renderSearch(ink, section)
    case 'cross':
      return puzzles.renderCross(ink, section)
    case 'jumble':
      return puzzles.renderJumble(ink, section)
    case 'cipher':
      return puzzles.renderCipher(ink, section)
    case 'staff':
      return puzzles.renderStaff(ink, section)
    case 'planner':
      return planners.renderPlanner(ink, section)
    case 'certificate':
      return planners.renderCertificate(ink, section)
    case 'map':
      return planners.renderMap(ink, section)
    case 'diagram':
      return diagrams.renderDiagram(ink, section)
  }
}

function pagesOf(section: Section): number {
  return 'pages' in section ? (section.pages ?? 1) : 1
}

function nameLine(ink: Ink, y: number): void {
  const { name, klass, date } = ink.words
  let left = page.left
  for (const [label, width] of [
    [name, 250],
    [klass, 100],
    [date, 149],
  ] as const) {
    const wide = textWidth(ink, `${label}:`, { size: 11 })
    drawText(ink, `${label}:`, left, y, { size: 11, color: grey })
    rule(ink, left + wide + 5, y + 14, left + width - 12, y + 14)
    left += width
  }
}

function runningHead(ink: Ink, title: string): number {
  ink.doc.rect(0, 0, page.width, 7).fill(ink.color.dark)
  drawText(
    ink,
    title,
    page.left,
    27,
    fitted(ink, title, page.inner, { size: 10.5, bold: true, color: ink.color.dark }),
  )
  rule(ink, page.left, 46, page.left + page.inner, 46, ink.color.mid, 1)
  return 62
}

function selfCheck(ink: Ink, rest: number): Block | undefined {
  if (rest < 96) return undefined
  const [head, ...lines] = ink.words.self
  const height = 74
  const notes = rest > 190
  return {
    height: notes ? rest : 90,
    draw: (y) => {
      box(ink, page.left, y + 8, page.inner, height, ink.color.light)
      drawText(ink, head, page.left + 14, y + 14, { size: 11.5, bold: true, color: ink.color.dark })
      lines.forEach((line, at) => {
        const x = page.left + 14 + at * 162
        ink.doc
          .circle(x + 10, y + 54, 10)
          .lineWidth(1.1)
          .fillAndStroke('#ffffff', ink.color.dark)
        ink.doc.circle(x + 6.5, y + 51, 1.2).fill(ink.color.dark)
        ink.doc.circle(x + 13.5, y + 51, 1.2).fill(ink.color.dark)
        const curve = [4, 0, -4][at] ?? 0
        ink.doc
          .moveTo(x + 5, y + 58)
          .quadraticCurveTo(x + 10, y + 58 + curve, x + 15, y + 58)
          .lineWidth(1.1)
          .stroke(ink.color.dark)
        drawText(ink, line, x + 25, y + 47, fitted(ink, line, 130, { size: 10 }))
      })
      if (!notes) return
      drawText(ink, ink.words.notes, page.left, y + 96, { size: 10.5, color: grey })
      const cell = 14.17
      const top = y + 114
      const down = Math.floor((rest - 120) / cell)
      const across = Math.floor(page.inner / cell)
      for (let at = 0; at <= across; at++)
        rule(ink, page.left + at * cell, top, page.left + at * cell, top + down * cell, '#cfd8e3', 0.4)
      for (let at = 0; at <= down; at++)
        rule(ink, page.left, top + at * cell, page.left + across * cell, top + at * cell, '#cfd8e3', 0.4)
    },
  }
}

function footers(ink: Ink, author: string): void {
  const { start, count } = ink.doc.bufferedPageRange()
  // The cover counts for none.
  for (let at = start + 1; at < start + count; at++) {
    ink.doc.switchToPage(at)
    rule(ink, page.left, 802, page.left + page.inner, 802, '#d5d9df', 0.6)
    drawText(ink, `© ${author} · ${ink.words.licence}`, page.left, 808, { size: 8, color: grey })
    const label = `${at} / ${count - 1}`
    drawText(ink, label, page.left + page.inner - textWidth(ink, label, { size: 9 }), 807, {
      size: 9,
      color: grey,
    })
  }
}

/**
 * The PDF of a demo material: its cover, pupil pages, then the answer pages. The same input gives the same bytes.
 * Throws when a section cannot be laid out (for example too few different answers for a code word).
 */
export async function renderSheet(
  material: DemoMaterial,
  world: World,
  author: DemoAuthor,
  plan: CoverPlan,
): Promise<Buffer> {
  const doc = openDocument(material.title, author.publicName)
  const { title, subject } = material
  drawCover(doc, { ...plan, world, title, subject, line: material.sheet.subtitle })
  const { deep, soft, light } = coloursOf(subject)
  const ink: Ink = {
    doc,
    widths: new Map(),
    color: { dark: deep, mid: soft, light },
    words: sheetWords[world],
    random: seededRandom(`${world}/${material.key}`),
  }
  const { sections } = material.sheet
  const blocks: Block[] = []
  const answers: { title: string; texts: string[] }[] = []
  let number = 0
  for (const section of sections) {
    const task = taskText(ink.words, section)
    for (let at = 0; at < pagesOf(section); at++) {
      const { blocks: body, answers: texts } = renderSection(ink, section)
      const [first, ...rest] = body
      if (!first) continue
      const head = task === undefined ? [] : [taskHead(ink, ++number, task)]
      const all = [...head, first, ...rest, { height: 8, draw: () => undefined, stretch: 10 }]
      // A short section stays on one page; a long one may be torn between its rows.
      const whole = all.reduce((sum, block) => sum + block.height, 0) <= 340
      blocks.push(
        ...all.map((block, index) => ({
          ...block,
          fresh: block.fresh ?? (index === 0 && (at > 0 || section.brk === true)),
          join: block.join ?? (whole && index < all.length - 1),
        })),
      )
      if (texts.length > 0) answers.push({ title: task === undefined ? '' : `${number}. ${task}`, texts })
    }
  }
  let first = true
  flowBlocks(
    blocks,
    () => {
      doc.addPage()
      if (!first) return runningHead(ink, material.title)
      first = false
      const top = titleBand(ink, material, plan.motif)
      if (!material.sheet.nameLine) return top
      nameLine(ink, top - 4)
      return top + 30
    },
    (rest) => (material.sheet.nameLine ? selfCheck(ink, rest) : undefined),
  )
  if (answers.length > 0) {
    const key = answers.flatMap(({ title, texts }): Block[] => [
      ...(title === ''
        ? []
        : [{ ...paragraph(ink, title, 10.5, 0, ink.color.dark), stretch: 0, join: true }]),
      ...texts.map((text) => ({ ...paragraph(ink, text, 10.5, 10), stretch: 4 })),
    ])
    flowBlocks(key, () => {
      doc.addPage()
      const top = runningHead(ink, material.title)
      drawText(ink, ink.words.answers, page.left, top, { size: 20, bold: true, color: ink.color.dark })
      return top + 36
    })
  }
  footers(ink, author.publicName)
  return await finish(doc)
}

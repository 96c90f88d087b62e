import { expect, test } from 'vitest'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { materialJsonLd } from './material-seo.ts'

const siteUrl = 'https://aularium.example'
const term = (name: string) => ({ id: name, name, slug: null })
const material = {
  id: 7,
  world: 'de',
  title: 'Brüche addieren',
  url: '/de/material/7/brueche-addieren',
  description: 'Zwölf Blätter.',
  previews: [],
  language: 'de',
  type: term('Arbeitsblatt'),
  subjects: [term('Mathematik')],
  gradeTerms: [term('5. Klasse'), term('6. Klasse')],
  keywords: ['Bruchrechnung'],
  curricula: [{ id: 'by-lehrplanplus', framework: 'Bayern', name: 'LehrplanPLUS' }],
  finalPrice: 390,
  currency: 'EUR',
  createdAt: '2026-01-01',
  updatedAt: '2026-01-02',
  publishedAt: null,
  rating: null,
  lessonMinutes: 45,
} as unknown as MaterialDetail
const summary = 'Arbeitsblatt zum Thema „Bruchrechnung“.'
const author = { name: 'Anna', url: '/de/autor/1/anna' }

test('a learning resource says whom it is for, what it teaches, how it is aligned and under which terms', () => {
  expect(materialJsonLd({ material, author, ages: { from: 10, to: 12 }, summary }, siteUrl)).toMatchObject({
    typicalAgeRange: '10-12',
    timeRequired: 'PT45M',
    teaches: ['Bruchrechnung'],
    license: `${siteUrl}/de/agb`,
    educationalAlignment: [
      { '@type': 'AlignmentObject', alignmentType: 'educationalSubject', targetName: 'Mathematik' },
      { '@type': 'AlignmentObject', alignmentType: 'educationalLevel', targetName: '5. Klasse' },
      { '@type': 'AlignmentObject', alignmentType: 'educationalLevel', targetName: '6. Klasse' },
      { alignmentType: 'teaches', targetName: 'LehrplanPLUS', educationalFramework: 'Bayern' },
    ],
  })
})

test('what nobody knows is left out, and an open end stays open', () => {
  const silent = materialJsonLd(
    { material: { ...material, keywords: [], lessonMinutes: null }, author, ages: undefined, summary },
    siteUrl,
  )
  expect(silent).not.toHaveProperty('typicalAgeRange')
  expect(silent).not.toHaveProperty('teaches')
  expect(silent).not.toHaveProperty('timeRequired')
  expect(
    materialJsonLd({ material, author, ages: { from: 16, to: undefined }, summary }, siteUrl),
  ).toMatchObject({
    typicalAgeRange: '16-',
  })
})

test('a picture is described in the author’s words where there are some', () => {
  const page = { isShown: true, src: '/img/1.webp', alt: 'Ein Zahlenstrahl' }
  const previews = [page, { ...page, src: '/img/2.webp', alt: null }, { ...page, isShown: false }]
  const described = { ...material, previews } as unknown as MaterialDetail
  expect(materialJsonLd({ material: described, author, ages: undefined, summary }, siteUrl)).toMatchObject({
    image: [
      { '@type': 'ImageObject', url: `${siteUrl}/img/1.webp`, caption: 'Ein Zahlenstrahl' },
      `${siteUrl}/img/2.webp`,
    ],
  })
})

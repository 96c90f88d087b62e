import { withName } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Accordion } from './data.ts'

export const accordionOutgoing: Outgoing<Accordion> = {
  h5p: (data) => {
    const panels = withoutPictures(data).sections.map(({ title, html }) => ({
      title: escapeHtml(title),
      content: withName('H5P.AdvancedText', { text: html }, title),
    }))
    return [{ library: 'H5P.Accordion', params: { panels }, inside: ['H5P.AdvancedText'] }]
  },
}

import { escapeHtml } from '../../../rules/escape.ts'
import { withName } from '../../export-h5p-libraries.ts'
import type { Outgoing } from '../../outgoing.ts'
import { withoutPictures } from '../../things.ts'
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

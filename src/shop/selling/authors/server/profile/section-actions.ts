import { z } from 'zod'
import { maxSectionChoices } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { addSection, moveSection, removeSection, saveSection } from '../service.ts'
import { pageForm } from './profile-actions.ts'

const title = z.string().default('')
const sectionInput = z.object({ sectionId: idSchema })

export const add = pageForm({
  name: 'profile.section-add',
  summary: 'Add an empty section behind the others',
  input: z.object({ title }),
  run: (context, input) => addSection(context, input.title),
  intent: 'add-section',
})

export const save = pageForm({
  name: 'profile.section-save',
  summary: 'Rename a section and say which of the offered materials are in it',
  input: sectionInput.extend({ title, materialIds: z.array(idSchema).max(maxSectionChoices).default([]) }),
  run: (context, { sectionId, ...input }) => saveSection(context, sectionId, input),
  intent: 'save-section',
})

export const moveUp = pageForm({
  name: 'profile.section-up',
  summary: 'Move a section one place up',
  input: sectionInput,
  run: (context, { sectionId }) => moveSection(context, sectionId, 'up'),
  intent: 'move-section-up',
})

export const moveDown = pageForm({
  name: 'profile.section-down',
  summary: 'Move a section one place down',
  input: sectionInput,
  run: (context, { sectionId }) => moveSection(context, sectionId, 'down'),
  intent: 'move-section-down',
})

export const remove = pageForm({
  name: 'profile.section-delete',
  summary: 'Take a section away; its materials stay',
  input: sectionInput,
  run: (context, { sectionId }) => removeSection(context, sectionId),
  intent: 'delete-section',
})

import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import { maxSectionChoices } from '#shared/limits.ts'
import { action } from '../../http/action.ts'
import { page, saved } from './profile-actions.ts'
import { addSection, moveSection, removeSection, saveSection } from './service.ts'

const title = z.string().default('')
const sectionInput = z.object({ sectionId: idSchema })
const rate = 'write'

export const add = action({
  name: 'profile.section-add',
  summary: 'Add an empty section behind the others',
  rate,
  input: z.object({ title }),
  run: (context, input) => addSection(context, input.title),
  form: { page, intent: 'add-section', done: saved },
})

export const save = action({
  name: 'profile.section-save',
  summary: 'Rename a section and say which of the offered materials are in it',
  rate,
  input: sectionInput.extend({ title, materialIds: z.array(idSchema).max(maxSectionChoices).default([]) }),
  run: (context, { sectionId, ...input }) => saveSection(context, sectionId, input),
  form: { page, intent: 'save-section', done: saved },
})

export const moveUp = action({
  name: 'profile.section-up',
  summary: 'Move a section one place up',
  rate,
  input: sectionInput,
  run: (context, { sectionId }) => moveSection(context, sectionId, 'up'),
  form: { page, intent: 'move-section-up', done: saved },
})

export const moveDown = action({
  name: 'profile.section-down',
  summary: 'Move a section one place down',
  rate,
  input: sectionInput,
  run: (context, { sectionId }) => moveSection(context, sectionId, 'down'),
  form: { page, intent: 'move-section-down', done: saved },
})

export const remove = action({
  name: 'profile.section-delete',
  summary: 'Take a section away; its materials stay',
  rate,
  input: sectionInput,
  run: (context, { sectionId }) => removeSection(context, sectionId),
  form: { page, intent: 'delete-section', done: saved },
})

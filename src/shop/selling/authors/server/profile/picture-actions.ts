import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { removeAvatar, removeBackground, sendAvatar, sendBackground } from '../service.ts'
import { croppedParts } from './pictures.ts'
import { accepted, done, page, saved } from './profile-actions.ts'

const tag = 'user'
const nothing = z.object({})

export const setAvatar = action({
  name: 'profile.avatar',
  summary: 'Set the own picture, or a part of it',
  rate: 'upload',
  body: 'multipart',
  input: nothing,
  parts: croppedParts,
  run: (context, _input, request) => sendAvatar(context, request),
  api: { method: 'post', path: '/v3/user-details/avatar', tag, output: done, reply: accepted },
  form: { page, intent: 'set-avatar', done: saved },
})

export const dropAvatar = action({
  name: 'profile.remove-avatar',
  summary: 'Remove the own picture',
  rate: 'write',
  input: nothing,
  run: (context) => removeAvatar(context),
  form: { page, intent: 'remove-avatar', done: saved },
})

export const setBackground = action({
  name: 'profile.background',
  summary: 'Set the picture behind the head of the own author page, or a part of it',
  rate: 'upload',
  body: 'multipart',
  input: nothing,
  parts: croppedParts,
  run: (context, _input, request) => sendBackground(context, request),
  api: { method: 'post', path: '/v3/user-details/background', tag, output: done, reply: accepted },
  form: { page, intent: 'set-background', done: saved },
})

export const dropBackground = action({
  name: 'profile.remove-background',
  summary: 'Remove the picture behind the head of the own author page',
  rate: 'write',
  input: nothing,
  run: (context) => removeBackground(context),
  api: {
    method: 'post',
    path: '/v3/user-details/remove-background',
    tag,
    output: done,
    reply: accepted,
  },
  form: { page, intent: 'remove-background', done: saved },
})

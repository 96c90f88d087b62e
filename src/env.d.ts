/// <reference types="astro/client" />
import type { PageLocals } from './server/front/locals.ts'

declare global {
  namespace App {
    interface Locals extends PageLocals {}
  }
}

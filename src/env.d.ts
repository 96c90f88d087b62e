/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends import('./server/front/locals.ts').PageLocals {}
}

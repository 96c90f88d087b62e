import { drawApart } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { Certificate } from './certificate-paper.ts'
import { learntCourse } from './learning.ts'

const drawer = new URL('./certificate-thread.ts', import.meta.url)

/** The certificate of who did all that is required. @throws ProductError not_found; forbidden (not done yet, or there is none); unavailable */
export async function certificateOf(context: Context, key: string): Promise<{ title: string; pdf: Buffer }> {
  const course = await learntCourse(context, key)
  if (course.pass === null) throw new ProductError('not_found')
  if (!course.isDone || !course.hasCertificate) throw new ProductError('forbidden')
  const t = translator(context.world)
  const heading = t('interactive-shop:certificate.heading')
  const sheet: Certificate = {
    lang: worldOf(context.world).lang,
    heading,
    name: course.pass.name,
    text: t('interactive-shop:certificate.text'),
    course: course.title,
    items: course.items.filter(({ isDone }) => isDone).map(({ title }) => title),
    date: formatDate(new Date(), context.world),
  }
  return { title: heading, pdf: await drawApart(context, drawer, sheet) }
}

import type {
  AppealSide,
  CaseKind,
  Decision,
  Outcome,
  TargetKind,
} from '#platform/rules/contract/moderation.ts'
import type { Translate } from './translate.ts'

const outcomes: Readonly<Record<Outcome, string>> = {
  removed: 'moderation:outcome.removed',
  kept: 'moderation:outcome.kept',
  restored: 'moderation:outcome.restored',
  confirmed: 'moderation:outcome.confirmed',
  published: 'moderation:outcome.published',
  revision_asked: 'moderation:outcome.revision_asked',
  rejected: 'moderation:outcome.rejected',
}
const categories: Readonly<Record<Decision['category'], string>> = {
  copyright: 'moderation:category.copyright',
  wrong: 'moderation:category.wrong',
  unsuited: 'moderation:category.unsuited',
  personal_data: 'moderation:category.personal_data',
  illegal: 'moderation:category.illegal',
  other: 'moderation:category.other',
}
const groundNames: Readonly<Record<Decision['ground'], string>> = {
  law: 'moderation:ground.law',
  terms: 'moderation:ground.terms',
}
const kinds: Readonly<Record<CaseKind, string>> = {
  report: 'moderation:kind.report',
  appeal: 'moderation:kind.appeal',
  listing: 'moderation:kind.listing',
}
const targets: Readonly<Record<TargetKind, string>> = {
  material: 'moderation:target.material',
  post: 'moderation:target.post',
  comment: 'moderation:target.comment',
  review: 'moderation:target.review',
  question: 'moderation:target.question',
  note: 'moderation:target.note',
  announcement: 'moderation:target.announcement',
}
const sides: Readonly<Record<AppealSide, string>> = {
  author: 'moderation:appealOf.author',
  notifier: 'moderation:appealOf.notifier',
}

/** What words of the moderation desk are called. */
export function moderationWords(t: Translate) {
  return {
    outcome: (outcome: Outcome) => t(outcomes[outcome]),
    category: (category: Decision['category']) => t(categories[category]),
    ground: (ground: Decision['ground']) => t(groundNames[ground]),
    kind: (kind: CaseKind) => t(kinds[kind]),
    target: (kind: TargetKind) => t(targets[kind]),
    side: (side: AppealSide) => t(sides[side]),
  }
}

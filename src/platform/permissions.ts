import type { ErrorCode } from './errors.ts'
import { freshLoginMinutes } from './limits.ts'
import { isStaffRole, type Who } from './roles.ts'

/** What the product knows of a visitor when it decides; the server fills it from the session, islands from the user call. */
export interface VisitorFacts {
  who: ReadonlySet<Who>
  /** The terms in force are accepted; true for strangers, who have nothing to accept yet. */
  isAgbAccepted: boolean
  isEmailConfirmed: boolean
  /** The school they belong to is known to be theirs: a master says so, or the mail of the school does. */
  isSchoolVerified?: boolean
  /** An admin acts in this member's name (specification 6). */
  isImpersonated: boolean
  /** Seconds since the password was last typed in this session; undefined for strangers. */
  secondsSinceLogin?: number | undefined
  /** Somebody of the platform whose login passed no second step: what only its people may is closed until it does. */
  lacksSecondFactor?: boolean
}

export interface Permission {
  who: readonly Who[]
  /** 'required': a member who has not accepted the terms in force is refused (specification 4). */
  terms: 'required' | 'skipped'
  /** The e-mail address has to be confirmed first. */
  emailConfirmed?: true
  /** The password was typed at most this many minutes ago. */
  freshLoginMinutes?: number
  /** Never in somebody else's name: money, consents, what only the person may say. */
  neverImpersonated?: true
  /** Only while acting as another account. */
  onlyImpersonated?: true
  /** It has to be known that the member belongs to their school. */
  schoolVerified?: true
}

/** For everybody, whatever state the account is in: reading, legal notices, logging in. */
const open = { who: ['anyone'], terms: 'skipped' } as const
/** For strangers and for members who accepted the terms. */
const anyone = { who: ['anyone'], terms: 'required' } as const
const member = { who: ['member'], terms: 'required' } as const
/** Members in person, before they accepted the terms, too. */
const memberInAnyState = { who: ['member'], terms: 'skipped' } as const
/** Their own words, on the way to something that asks for more. */
const typed = { who: ['member'], terms: 'skipped', neverImpersonated: true } as const
const personally = { who: ['member'], terms: 'required', neverImpersonated: true } as const
/** What decides whose the account is: only the person, and the password typed a moment ago. */
const freshly = {
  who: ['member'],
  terms: 'skipped',
  neverImpersonated: true,
  freshLoginMinutes,
} as const
const seller = { who: ['seller'], terms: 'required' } as const
/** Sellers themselves: it is their money; and the password typed a moment ago: where it goes. */
const sellerInPerson = { ...seller, neverImpersonated: true } as const
const sellerFreshly = { ...sellerInPerson, freshLoginMinutes } as const
const schoolMember = { who: ['school-member'], terms: 'required' } as const
/** Of whom it is known that they belong to the school: what is the school's is theirs, too. */
const verifiedSchoolMember = { ...schoolMember, schoolVerified: true } as const
/** Whoever looks after a school's account: who belongs to it decides who uses what it has bought. */
const schoolMaster = { who: ['school-master'], terms: 'required', neverImpersonated: true } as const
/** The same of a school that is known to be one: what is decided is bought for it. */
const verifiedSchoolMaster = { ...schoolMaster, schoolVerified: true } as const
/** Lists of other people's money. */
const financeReading = { who: ['finance', 'admin'], terms: 'required' } as const
/** Other people's money. */
const finance = { ...financeReading, neverImpersonated: true } as const
const sellerOrFinance = { ...finance, who: ['seller', ...finance.who] } as const
const moderator = { who: ['moderator', 'admin'], terms: 'required' } as const
const admin = { who: ['admin'], terms: 'required' } as const
/** Words of the catalogue and its search, and texts of the platform. */
const editor = { who: ['editor', 'admin'], terms: 'required' } as const
/** Who helps members. */
const support = { who: ['support', 'admin'], terms: 'required' } as const

/**
 * Use cases that forms and calls of the API have under names of their own, since they ask differently
 * (`tests/architecture/ways-in.test.ts` says why): who may is said once.
 */
const eitherWay = {
  editListing: seller,
  answerInRoom: open,
} as const

/**
 * The permission table: every action and read of the product by name, and who may. API, forms, pages, islands and tests
 * read it; whose row it is (own, foreign) says the feature's policy.
 */
export const permissions = {
  'session.csrf': open,
  'session.authenticate': open,
  'session.validate': open,
  'session.logout': open,
  /** Who has the token may end it. */
  'session.revoke': open,
  'session.second-step': open,
  'session.passkey': open,
  'session.confirm-password': { ...memberInAnyState, neverImpersonated: true },
  'oauth.allow': personally,
  'oauth.deny': memberInAnyState,
  'social.start': open,
  'social.finish': open,
  'social.pass-on': open,
  'social.confirm': open,
  /** Also who has not accepted the terms: the answer says so (specification 3 `isAgbAccepted`). */
  'account.view': memberInAnyState,
  'account.register': open,
  'account.confirm': open,
  'account.resend-confirmation': open,
  'account.forgot-password': open,
  'account.recover': open,
  'account.complete': open,
  'account.invite': { ...support, neverImpersonated: true },
  'account.change-email': freshly,
  'account.confirm-email-change': open,
  /** Asks for the password of now itself. */
  'account.change-password': { ...memberInAnyState, neverImpersonated: true },
  'account.close': freshly,
  'account.keep': open,
  'own-data.export': freshly,
  'own-data.list': { ...memberInAnyState, neverImpersonated: true },
  'own-data.file': freshly,
  'login-as.start': { ...admin, terms: 'skipped', neverImpersonated: true, freshLoginMinutes },
  'login-as.stop': { ...memberInAnyState, onlyImpersonated: true },
  'device.list': { ...memberInAnyState, neverImpersonated: true },
  'device.end': { ...memberInAnyState, neverImpersonated: true },
  'device.end-others': { ...memberInAnyState, neverImpersonated: true },
  'program.list': { ...memberInAnyState, neverImpersonated: true },
  'program.end': { ...memberInAnyState, neverImpersonated: true },
  'two-factor.start': freshly,
  'two-factor.confirm': freshly,
  'two-factor.stop': freshly,
  'two-factor.renew-codes': freshly,
  'passkey.list': { ...memberInAnyState, neverImpersonated: true },
  'passkey.make': freshly,
  'passkey.add': freshly,
  'passkey.remove': freshly,
  'passkey.use': open,
  'passkey.prove': { ...memberInAnyState, neverImpersonated: true },
  'terms.view': memberInAnyState,
  'personalisation.view': memberInAnyState,
  'personalisation.popup-shown': memberInAnyState,
  'personalisation.save': member,
  'profile.view': memberInAnyState,
  'terms.accept': { ...memberInAnyState, neverImpersonated: true },

  'location.read': open,
  'location.choose': open,
  'form-draft.keep': typed,
  'form-draft.discard': typed,
  'page-texts.read': open,

  'mails.setting': { ...memberInAnyState, neverImpersonated: true },
  'mails.leave': open,
  'mails.take-again': open,

  'material.view': open,
  'search.run': open,
  'search.suggest': open,
  'search.filters': open,
  'menu.subjects': open,
  'author.view': open,
  'synonyms.list': editor,
  'synonyms.save': editor,
  'synonyms.delete': editor,

  /** The first one makes an author: who sells must be reachable. */
  'listing.upload': { ...personally, emailConfirmed: true },
  'listing.edit': eitherWay.editListing,
  'listing.save': eitherWay.editListing,
  'listing.keep-draft': eitherWay.editListing,
  'listing.publish': seller,
  'listing.unpublish': seller,
  'listing.delete': seller,
  'listing.bundle': seller,
  'listing.add-to-bundle': seller,
  'listing.take-from-bundle': eitherWay.editListing,
  'listing.duplicate': seller,
  'listing.list': seller,
  'listing.bulk-delete': seller,
  'listing.bulk-publish': seller,
  'listing.bulk-unpublish': seller,
  'listing.bulk-price': seller,
  'listing.bulk-sale': seller,
  'listing.bulk-plan': seller,
  'listing.bulk-restore': seller,
  'listing.bulk-edit': seller,
  'listing.import': seller,
  'listing.apply-import': seller,
  'listing.export': seller,
  'listing.price-advice': member,
  'listing.tag-advice': member,

  'cart.view': anyone,
  'cart.add': anyone,
  'cart.remove': anyone,
  'cart.mine': anyone,
  'cart.enter-code': anyone,
  'cart.drop-voucher': anyone,
  'cart.use-credit': member,
  'cart.saved': anyone,
  'cart.save-for-later': anyone,
  'cart.take-saved': anyone,
  'cart.forget-saved': anyone,

  'voucher.own': member,
  'voucher.create-own': { ...seller, neverImpersonated: true },
  'voucher.end-own': { ...seller, neverImpersonated: true },
  'voucher.list': finance,
  'voucher.create': finance,
  'voucher.end': finance,
  'credit.view': member,
  'credit.redeem': personally,
  'credit.grant': finance,
  'gift-card.issue': finance,
  'gift-card.own': member,
  'gift-card.buy': personally,
  'gift-card.give-back': personally,

  'order.place': personally,
  'order.country': memberInAnyState,
  /** A way to pay an order, which asks for the terms itself. */
  'order.on-invoice': { ...verifiedSchoolMember, terms: 'skipped' },
  'order.view': member,
  'order.bought': member,
  'order.claim': member,
  'order.sales': seller,
  'order.sales-file': seller,
  'statistics.view': seller,
  'order.statement': seller,
  'order.refund': finance,
  'dispute.close': finance,
  /** A right nobody has to accept terms for. */
  'order.withdraw': { ...memberInAnyState, neverImpersonated: true },
  /** A right nobody needs an account for (directive 2011/83/EU, article 11a). */
  'withdrawal.state': open,
  'withdrawal.confirm': open,
  'refund-rule.save': sellerInPerson,
  'refund-request.make': personally,
  /** An author, of what they sold; finance, of everything. */
  'refund-request.list': { ...financeReading, who: sellerOrFinance.who },
  'refund-request.grant': sellerOrFinance,
  'refund-request.decline': sellerOrFinance,
  'invoice-purchase.list': financeReading,
  'invoice-purchase.paid': finance,
  'invoice-purchase.give-up': finance,
  'payment.webhook': open,
  'payment.options': anyone,
  'payment.reconciliations': financeReading,
  'operator-task.list': financeReading,
  'operator-task.done': finance,
  'billing.view': member,
  'billing.save': { ...member, neverImpersonated: true },
  'billing.forget': { ...member, neverImpersonated: true },
  /** Authors of their own materials, as far as the rule for files goes; finance of all. */
  'tax.classify': sellerOrFinance,
  'tax.classify-many': seller,
  'tax.set-rate': finance,
  'invoice.list': member,
  'invoice.file': member,
  'invoice.reissue': personally,
  'invoice.reverse-charge': personally,
  'tax.oss': financeReading,

  'folder.list': member,
  'folder.materials': member,
  'folder.favorites': anyone,
  'folder.create': member,
  'folder.change': member,
  'folder.delete': member,
  'folder.sync': member,
  'folder.add': member,
  'folder.archive': member,
  'folder.restore': member,
  'folder.place': member,
  'folder.bring-back': member,
  'library.view': member,
  'bank-details.view': sellerInPerson,
  'bank-details.save': sellerFreshly,
  'bank-details.remove': sellerFreshly,
  'seller-data.view': sellerInPerson,
  'seller-data.save': sellerFreshly,
  'payout.connect': sellerFreshly,
  'payout.way': sellerFreshly,
  'payout.mine': seller,
  'payout.statement': seller,
  'payout.pause': sellerInPerson,
  'payout.resume': sellerInPerson,
  'payout.list': finance,
  'payout.log': finance,
  'payout.approve': finance,
  'payout.hold': finance,
  'payout.refuse': finance,
  'payout.paid': finance,
  'payout.fail': finance,
  'payout.batch': finance,
  'payout.transfer': finance,
  'payout.batch-file': finance,
  'payout.run': finance,
  'payout.dac7': finance,

  'favorites.list': anyone,
  'favorites.school-list': verifiedSchoolMember,
  'favorites.share': personally,
  'favorites.unshare': personally,
  'favorites.to-cart': anyone,

  'follow.feed': member,
  'follow.subscribe': anyone,
  'follow.unsubscribe': anyone,
  'follow.anonymous-list': anyone,
  'follow.persist': member,
  'follow.list': member,

  'user-details.query': anyone,
  'profile.change': member,
  'profile.avatar': member,
  'profile.remove-avatar': member,
  'profile.background': seller,
  'profile.remove-background': seller,
  'profile.trader': { ...seller, neverImpersonated: true },
  'profile.away': seller,
  'profile.pins': seller,
  'announcement.preview': seller,
  'announcement.send': { ...seller, neverImpersonated: true },
  'announcement.withdraw': seller,
  'report.announcement': open,
  'profile.section-add': seller,
  'profile.section-save': seller,
  'profile.section-up': seller,
  'profile.section-down': seller,
  'profile.section-delete': seller,

  'review.list': open,
  'review.write': member,
  'review.delete': member,
  'review.by-link': open,
  'review.delete-by-link': open,
  'review.reply': member,
  'review.delete-reply': member,
  'review.helpful': member,
  'review.not-helpful': member,
  'question.list': open,
  'question.list-open': { ...member, terms: 'skipped' },
  'question.ask': member,
  'question.answer': member,
  'note.send': member,
  'note.answer': seller,
  'note.report': member,
  'note.list': { ...member, terms: 'skipped' },
  'report.material': open,
  'report.review': open,
  'report.question': open,
  'report.list': { ...moderator, terms: 'skipped' },
  'moderation.list': { ...moderator, terms: 'skipped' },
  'moderation.figures': { ...moderator, terms: 'skipped' },
  /** In their own name: the log says who decided. */
  'moderation.decide': { ...moderator, neverImpersonated: true },
  'moderation.decide-listing': { ...moderator, neverImpersonated: true },
  /** The link of a decision's mail is the right to do this. */
  'moderation.appeal': open,

  'post.view': open,
  'post.list': open,
  'post.source': { ...seller, terms: 'skipped' },
  'post.create': seller,
  'post.save': seller,
  'post.publish': seller,
  'post.schedule': seller,
  'post.unschedule': seller,
  'post.versions': seller,
  'post.preview': seller,
  'post.picture': seller,
  'post.remove-picture': seller,
  /** The editor's button: saves first, a new post or new words. */
  'post.store': seller,
  'post.delete': seller,
  'post.restore': seller,
  'post.like': member,
  'post.unlike': member,
  'comment.list': open,
  'comment.list-of-question': open,
  'comment.write': member,
  /** Below a question; who may is asked where it is written. */
  'comment.answer': member,
  /** Of a stranger who logs in beside the comment. */
  'comment.write-with-login': anyone,
  'comment.edit': member,
  'comment.like': member,
  'comment.unlike': member,
  'comment.delete': member,
  'comment.hide': member,
  'comment.show': member,
  /** On other people's posts, too. */
  'comment.moderate': moderator,
  'report.post': open,

  'free-material.mail': open,
  'free-material.take': open,

  'colleague.recommend': { ...member, emailConfirmed: true },
  'referrals.view': member,

  'ai-tool.run': member,
  // Whoever is known to belong to a school has more of it.
  'ai-tool.school-allowance': verifiedSchoolMember,
  'ai-tool.stream': member,
  'ai-tool.cancel': member,
  'ai-tool.mine': member,
  'ai-tool.exercise': member,
  'ai-tool.favorite': member,
  'ai-document.list': member,
  'ai-document.view': member,
  'ai-document.file': member,
  'ai-document.create': member,
  'ai-document.change': member,
  'ai-document.delete': member,
  'ai-document.restore': member,
  'saved-search.list': member,
  'saved-search.save': member,
  'saved-search.change': member,
  'saved-search.delete': member,
  'saved-search.restore': member,

  'school.place': schoolMember,
  'school.licences': schoolMember,
  'school.take-files': verifiedSchoolMember,
  /** Seen also by who helps in the master's name; decided by the master alone. */
  'school.members': { who: ['school-master'], terms: 'required' },
  'school.leave': { ...schoolMember, neverImpersonated: true },
  'school.remove-member': schoolMaster,
  'school.verify-member': schoolMaster,
  'school.make-master': schoolMaster,
  'school.step-down': schoolMaster,
  'school.send-code': schoolMaster,
  'school.enter-code': schoolMaster,
  'school.invite': schoolMaster,
  'school.invite-link': schoolMaster,
  'school.revoke-invitation': schoolMaster,
  'school.find': member,
  /** In their own name, and by an address we can write to. */
  'school.found': { ...personally, emailConfirmed: true },
  'school.ask': { ...personally, emailConfirmed: true },
  'school.accept-invitation': { ...personally, emailConfirmed: true },
  'school.decide': { ...support, neverImpersonated: true },
  'school.waiting': support,
  'school-wish.add': verifiedSchoolMember,
  'school-wish.remove': verifiedSchoolMember,
  'school-wish.vote': verifiedSchoolMember,
  'school-wish.list': verifiedSchoolMember,
  'school-wish.file': verifiedSchoolMember,
  'school-wish.approve': verifiedSchoolMaster,
  'school-wish.decline': verifiedSchoolMaster,
  'school-wish.reopen': verifiedSchoolMaster,

  'unit.list': member,
  'unit.view': member,
  'unit.create': member,
  'unit.change': member,
  'unit.write': member,
  'unit.typed': member,
  'unit.bank': member,
  'unit.picture': member,
  'unit.files': member,
  'unit.cover': member,
  'unit.remove-cover': member,
  'unit.publish': member,
  'unit.restore': member,
  'unit.share': member,
  'unit.sources': member,
  'unit.copy': member,
  'unit.shadow': member,
  'unit.pointer': member,
  'unit.copy-pointer': member,
  'unit.adjust': member,
  'unit.renew': member,
  'unit.delete': member,
  'unit.import': member,
  'unit.export': member,
  'unit.export-qti': member,
  'unit.export-h5p': member,
  /** Pupils have no account. */
  'unit.play': open,
  'unit.print': open,
  'unit.asset': open,
  'course.list': member,
  'course.view': member,
  'course.create': member,
  'course.change': member,
  'course.add': member,
  'course.edit-item': member,
  'course.renew-item': member,
  'course.cover': member,
  'course.remove-cover': member,
  'course.learners': member,
  'course.share': member,
  'course.duplicate': member,
  'course.delete': member,
  'course.take': member,
  'course.open-room': member,
  'course.learn': open,
  'course.begin': open,
  'course.tick': open,
  'course.enter-room': open,
  'course.certificate': open,
  'unit.practise': open,
  'room.list': member,
  'room.create': member,
  'room.view': member,
  'room.control': member,
  'room.grade': member,
  'room.repeat': member,
  'room.copy-unit': member,
  'room.switch': member,
  'room.delete': member,
  'room.results': member,
  'room.export': member,
  'room.seat-cards': member,
  'room.worksheet': member,
  'room.file': member,
  // Pupils have no account: the code is the right to come in, the cookie the right to answer.
  'room.find': open,
  'room.look': open,
  'room.messages': open,
  'room.enter': open,
  'room.answer': eitherWay.answerInRoom,
  'room.answer-page': eitherWay.answerInRoom,
  'room.hand-in': open,
  'room.own-file': open,
  'room.begin-task': open,
  'room.signal': open,
  'room.leave-place': open,
  'room.resume-place': open,

  'notification.list': member,
  'notification.read': member,
  'notification.settings': member,
  'notification.setting': member,
  'notification.announce': admin,

  'article.vote': open,
  'editor.list': admin,
  'editor.change-world': { ...admin, neverImpersonated: true },
  'text.list': editor,
  'text.source': editor,
  'text.targets': editor,
  'text.preview': editor,
  'text.save': editor,
  'text.publish': editor,
  'text.schedule': editor,
  'text.change': editor,
  'text.restore': editor,
  'text.import': editor,
  'text.export': editor,
  'text.compare': editor,
  'text.take-archive': editor,
  'text.begin': editor,
  'help.suggest': open,
  'ticket.open': open,
  /** The link of a mail is the right to do this. */
  'ticket.reply': open,
  'ticket.end': open,
  /** In their own name. */
  'ticket.answer': { ...support, neverImpersonated: true },
  'ticket.change': { ...support, neverImpersonated: true },
  'ticket.save-answer': support,
  'ticket.delete-answer': support,
  'newsletter.sign-up': open,
  'newsletter.confirm': open,
  'newsletter.join': { ...typed, emailConfirmed: true },
  'newsletter.test': editor,
  'newsletter.send': { ...editor, neverImpersonated: true },
  'newsletter.stop': editor,
  'text.approve': editor,
  'text.share': editor,
  'text.picture': editor,
  'text.sound': editor,
  'text.transcript': editor,
  'text.downloads': editor,
  'text.comment': editor,
  'text.resolve': editor,
  'text.merge': editor,
  'amb.read': open,
  'consent.view': open,
  'consent.choose': open,
  'event.track': open,
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof permissions

/** Who may open pages of each kind (`access` in routes.ts): reading needs no accepted terms, what is done on a page may. */
export const pagePermissions = {
  public: open,
  member: { ...member, terms: 'skipped' },
  'member-in-person': { ...memberInAnyState, neverImpersonated: true },
  seller: { ...seller, terms: 'skipped' },
  'seller-in-person': { ...sellerInPerson, terms: 'skipped' },
  master: { who: schoolMaster.who, terms: 'skipped' },
  staff: { who: ['editor', 'moderator', 'finance', 'support', 'admin'], terms: 'skipped' },
  finance: { ...financeReading, terms: 'skipped' },
  moderator: { ...moderator, terms: 'skipped' },
  editor: { ...editor, terms: 'skipped' },
  support: { ...support, terms: 'skipped' },
  admin: { ...admin, terms: 'skipped' },
} as const satisfies Record<string, Permission>

/** Whether this visitor may open pages of this kind: for links that are shown or not. */
export function mayOpen(visitor: VisitorFacts, access: keyof typeof pagePermissions): boolean {
  return refusalOf(visitor, pagePermissions[access]) === undefined
}

/** Why an action is refused; each is a code of the error table. */
export type Refusal = Extract<
  ErrorCode,
  | 'unauthorized'
  | 'forbidden'
  | 'second_factor_missing'
  | 'terms_not_accepted'
  | 'email_not_confirmed'
  | 'login_too_old'
>

/**
 * Whether a visitor may: undefined, or the first reason why not. A stranger hears `unauthorized` (log in) where a
 * login could help, a member without the role `forbidden`.
 */
export function refusalOf(visitor: VisitorFacts, permission: Permission): Refusal | undefined {
  const isMember = visitor.who.has('member')
  if (!permission.who.some((who) => visitor.who.has(who))) return isMember ? 'forbidden' : 'unauthorized'
  if (!isMember) return undefined
  const isAsStaff = !permission.who.some((who) => !isStaffRole(who) && visitor.who.has(who))
  if (isAsStaff && visitor.lacksSecondFactor) return 'second_factor_missing'
  if (permission.neverImpersonated && visitor.isImpersonated) return 'forbidden'
  if (permission.onlyImpersonated && !visitor.isImpersonated) return 'forbidden'
  if (permission.schoolVerified && !visitor.isSchoolVerified) return 'forbidden'
  if (permission.terms === 'required' && !visitor.isAgbAccepted) return 'terms_not_accepted'
  if (permission.emailConfirmed && !visitor.isEmailConfirmed) return 'email_not_confirmed'
  const { freshLoginMinutes } = permission
  const age = visitor.secondsSinceLogin ?? Number.POSITIVE_INFINITY
  if (freshLoginMinutes !== undefined && age > freshLoginMinutes * 60) return 'login_too_old'
  return undefined
}

/** The same for a control that is shown or hidden: may this visitor use what the table calls `name`? */
export function may(visitor: VisitorFacts, name: PermissionName): boolean {
  return refusalOf(visitor, permissions[name]) === undefined
}

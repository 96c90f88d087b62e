/** What guards an account beside its password, and what its owner hears about it. */
export { deviceWords, type Owner, tellOwner } from './notices.ts'
export { accountOfPasskey, type OwnPasskey, ownPasskeys } from './passkeys.ts'
export { checkSecondFactor, secondFactorNeeded } from './second-step.ts'
export { type Guards, ownGuards } from './two-factor.ts'

import './account-menu.css'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import { $user, type KnownUser, loadUser } from '#shop/people/identity/browser/user.ts'

export interface AccountMenuMessages {
  account: string
  accountOf: string
  login: string
  register: string
  logout: string
}

export interface AccountMenuProps {
  messages: AccountMenuMessages
  login: string
  register: string
  /** Where logging out posts to, and where it leads. */
  account: string
  home: string
  /** The pages of a member, the account first. */
  own: readonly MenuLink[]
  /** What only sellers have. */
  selling: readonly MenuLink[]
}

export interface MenuLink {
  icon: string
  name: string
  url: string
}

/**
 * The account menu: plain links and a form, which open and work without script. A page that is the same for everybody
 * holds what a stranger and what a member needs; `data-visitor` of the page says which of both is shown
 * (header-paint.ts), and this island knows the name.
 */
export function AccountMenu({ messages, login, register, account, home, own, selling }: AccountMenuProps) {
  const user = useStore($user, { ssr: () => undefined })

  useEffect(() => void loadUser(), [])

  return (
    <details className="drop drop--end" data-menu>
      <summary className="top__item top__item--account">
        <Face user={user} />
        <span className="top__text">{messages.account}</span>
      </summary>
      <div className="drop__panel account-menu">
        {user && (
          <p className="account-menu__name">
            <span className="soft small">{messages.accountOf}</span> {user.name}
          </p>
        )}
        <div className="account-menu__stranger">
          <a className="button button--primary button--wide" href={login} rel="nofollow">
            {messages.login}
          </a>
          <a className="button button--wide" href={register} rel="nofollow">
            {messages.register}
          </a>
        </div>
        <ul className="drop__list account-menu__member">
          <Links links={own} />
          <Links links={selling} />
          <li>
            <form method="post" action={account} data-logout={home}>
              <button className="drop__link" type="submit" name="intent" value="log-out">
                <Icon name="logout" />
                {messages.logout}
              </button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  )
}

function Links({ links }: { links: readonly MenuLink[] }) {
  return links.map(({ icon, name, url }) => (
    <li key={url}>
      <a className="drop__link" href={url} rel="nofollow">
        <Icon name={icon} />
        {name}
      </a>
    </li>
  ))
}

/** As large as the icon it replaces, so that nothing moves. */
function Face({ user }: { user: KnownUser | null | undefined }) {
  if (!user) return <Icon name="user" />
  if (user.picture)
    return <img className="account-menu__face" src={user.picture} width={32} height={32} alt="" />
  return (
    <span className="account-menu__face" aria-hidden="true">
      {[...user.name][0]?.toLocaleUpperCase()}
    </span>
  )
}

import type { Translate } from '#platform/i18n/translate.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { AccountMenuProps, MenuLink } from './AccountMenu.island.tsx'

/** Words and addresses of the account menu, for the page that places it. */
export function accountMenuProps(t: Translate, world: LiveWorld): AccountMenuProps {
  const link = (
    icon: string,
    name: string,
    route:
      | 'account'
      | 'notifications'
      | 'bought-materials'
      | 'my-author-profile'
      | 'cabinet-sales'
      | 'upload',
  ): MenuLink => ({
    icon,
    name,
    url: url(route satisfies RouteName, { world }),
  })
  return {
    messages: {
      account: t('header:account'),
      accountOf: t('header:accountOf'),
      login: t('header:login'),
      register: t('header:register'),
      logout: t('header:logout'),
    },
    login: url('login', { world }),
    register: url('register', { world }),
    account: url('account', { world }),
    home: url('home', { world }),
    own: [
      link('user', t('header:account'), 'account'),
      link('bell', t('notifications:nav'), 'notifications'),
      link('books', t('header:boughtMaterials'), 'bought-materials'),
      link('pen', t('header:profile'), 'my-author-profile'),
    ],
    selling: [link('file', t('header:sales'), 'cabinet-sales'), link('upload', t('header:upload'), 'upload')],
  }
}

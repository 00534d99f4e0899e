import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { servicePage } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import { hrefOf, useLocation } from '../navigation/router.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { chooseTheme, THEMES, useTheme } from '../ui/theme.ts'
import { ChangePassword } from './change-password.tsx'
import { Logo } from './logo.tsx'
import { PAGES } from './pages.tsx'

const THEME_ICONS = { system: 'mdi:theme-light-dark', light: 'mdi:white-balance-sunny', dark: 'mdi:weather-night' }

/** The navigation bar: pages, appearance, account. */
export function NavBar() {
  const t = useText()
  const { caller, signOut } = usePage()
  const { path } = useLocation()
  const overlays = useOverlays()
  const theme = useTheme()
  const [isChanging, setChanging] = useState(false)
  const places = PAGES.filter(
    (place) =>
      place.nav !== undefined && (place.permission === undefined || caller.permissions.includes(place.permission)),
  )
  return (
    <nav className="mr-nav" aria-label={t.page.places}>
      <a className="mr-nav__logo" href={hrefOf('/')} aria-label={t.page.product} data-tip={t.page.product}>
        <Logo />
      </a>
      {places.map((place) => (
        <a
          key={place.path}
          className="mr-nav__item"
          href={hrefOf(place.path)}
          data-tip={place.title(t)}
          aria-current={place.path === path ? 'page' : undefined}
        >
          <Icon name={place.nav} size={20} />
          <span className="mr-visually-hidden">{place.title(t)}</span>
          {place.badge !== undefined && <place.badge />}
        </a>
      ))}
      <span className="mr-grow" />
      <IconButton
        icon={THEME_ICONS[theme]}
        label={t.ui.theme}
        aria-haspopup="menu"
        onClick={(event) =>
          overlays.openMenu({
            at: event.currentTarget,
            label: t.ui.theme,
            items: THEMES.map((one) => ({
              label: t.ui.themes[one],
              icon: THEME_ICONS[one],
              run: () => chooseTheme(one),
            })),
          })
        }
      />
      <IconButton
        icon="mdi:account-circle-outline"
        label={t.page.account}
        aria-haspopup="menu"
        onClick={(event) =>
          overlays.openMenu({
            at: event.currentTarget,
            label: t.page.account,
            items: [
              { title: [caller.name, caller.role].filter(Boolean).join(' · ') },
              {
                label: t.page.guide,
                icon: 'mdi:book-open-variant',
                run: () => window.open(servicePage('/docs/guide'), '_blank', 'noopener'),
              },
              {
                label: t.page.docs,
                icon: 'mdi:api',
                run: () => window.open(servicePage('/docs'), '_blank', 'noopener'),
              },
              ...(caller.source === 'local'
                ? [{ label: t.people.changePassword, icon: 'mdi:key-outline', run: () => setChanging(true) }]
                : []),
              { label: t.page.signOut, icon: 'mdi:logout', run: signOut },
            ],
          })
        }
      />
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
    </nav>
  )
}

import { useId } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { Select } from '../ui/select.tsx'
import { SearchInput } from '../ui/small-parts.tsx'
import { type HomeQuery, SORTS } from './home-query.ts'

interface HomeBarProps {
  readonly query: HomeQuery
  /** The tags of all workflows. */
  readonly tags: readonly string[]
  readonly onQuery: (change: Partial<HomeQuery>) => void
}

/** Search, tag filter and sort order of the list. */
export function HomeBar({ query, tags, onQuery }: HomeBarProps) {
  const t = useText()
  const { openMenu } = useOverlays()
  const sortId = useId()
  const toggle = (tag: string) =>
    onQuery({ tags: query.tags.includes(tag) ? query.tags.filter((one) => one !== tag) : [...query.tags, tag] })
  return (
    <search className="mr-home__bar">
      <div className="mr-home__search">
        <SearchInput label={t.home.search} value={query.search} onChange={(search) => onQuery({ search })} />
      </div>
      <Button
        icon="mdi:tag-outline"
        aria-haspopup="menu"
        onClick={(event) =>
          openMenu({
            at: event.currentTarget,
            label: t.home.tags,
            items:
              tags.length === 0
                ? [{ title: t.home.noTags }]
                : tags.map((tag) => ({
                    label: tag,
                    icon: query.tags.includes(tag) ? 'mdi:checkbox-marked-outline' : 'mdi:checkbox-blank-outline',
                    run: () => toggle(tag),
                  })),
          })
        }
      >
        {t.home.tags}
        <Icon name="mdi:chevron-down" size={14} />
      </Button>
      {query.tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="mr-home__chip"
          aria-label={t.home.clearTag(tag)}
          onClick={() => toggle(tag)}
        >
          {tag}
          <Icon name="mdi:close" size={12} />
        </button>
      ))}
      <span className="mr-grow" />
      <div className="mr-home__sort">
        <label className="mr-muted" htmlFor={sortId}>
          {t.home.sort}
        </label>
        <Select
          ids={{ id: sortId }}
          value={query.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t.home.sorts[sort] }))}
          onChange={(sort) => onQuery({ sort })}
        />
      </div>
    </search>
  )
}

interface PagesProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** The shown range of a long list, with buttons for the previous and next page. */
export function Pages({ page, size, total, onPage }: PagesProps) {
  const t = useText()
  const [from, to] = [(page - 1) * size + 1, Math.min(page * size, total)]
  return (
    <nav className="mr-home__pages" aria-label={t.home.paging}>
      <span className="mr-muted">{t.home.page(from, to, total)}</span>
      <Button
        small
        icon="mdi:chevron-left"
        aria-label={t.home.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <Button
        small
        icon="mdi:chevron-right"
        aria-label={t.home.next}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}

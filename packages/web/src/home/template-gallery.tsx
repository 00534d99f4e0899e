import type { Catalogue } from '@millrace/model'
import { useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { SearchInput } from '../ui/small-parts.tsx'
import { searchTemplates } from './template-search.ts'
import { TEMPLATE_GROUPS, type Template, type TemplateGroup } from './templates/template.ts'
import { Thumbnail } from './thumbnail.tsx'
import { lookIn, miniatureOfTemplate } from './thumbnail-shapes.ts'

interface TemplateGalleryProps {
  /** Colors the thumbnails, once it is loaded. */
  readonly catalogue: Catalogue | undefined
  /** The id of the template that is being created. */
  readonly busy: string | undefined
  readonly onChoose: (template: Template) => void
}

/** All templates, filtered by group and search words. */
export function TemplateGallery({ catalogue, busy, onChoose }: TemplateGalleryProps) {
  const t = useText()
  const [group, setGroup] = useState<TemplateGroup | 'all'>('all')
  const [search, setSearch] = useState('')
  const shown = useMemo(() => searchTemplates(search, group), [search, group])
  return (
    <div className="mr-templates">
      <div className="mr-templates__bar">
        <fieldset className="mr-templates__groups" aria-label={t.home.templates}>
          {(['all', ...TEMPLATE_GROUPS] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="mr-templates__group"
              aria-pressed={group === one}
              onClick={() => setGroup(one)}
            >
              {t.home.groups[one]}
            </button>
          ))}
        </fieldset>
        <SearchInput label={t.home.searchTemplates} value={search} onChange={setSearch} />
      </div>
      {shown.length === 0 && <p className="mr-templates__none mr-muted">{t.home.noTemplates}</p>}
      <ul className="mr-templates__grid">
        {shown.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} catalogue={catalogue} busy={busy} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TemplateCardProps extends TemplateGalleryProps {
  readonly template: Template
}

function TemplateCard({ template, catalogue, busy, onChoose }: TemplateCardProps) {
  const t = useText()
  const mini = useMemo(() => miniatureOfTemplate(template, lookIn(catalogue)), [template, catalogue])
  return (
    <button
      type="button"
      className={classNames('mr-template', busy === template.id && 'mr-template--busy')}
      disabled={busy !== undefined}
      onClick={() => onChoose(template)}
    >
      <span className="mr-template__drawing">
        <Thumbnail graph={mini} />
      </span>
      <span className="mr-template__words">
        <span className="mr-template__name">
          <Icon name={template.icon} size={16} />
          {template.name}
        </span>
        <span className="mr-template__text">{template.description}</span>
        {template.usesModel && (
          <span className="mr-template__model" data-tip={t.home.usesModelTip}>
            <Icon name="mdi:creation-outline" size={12} />
            {t.home.usesModel}
          </span>
        )}
      </span>
    </button>
  )
}

import { t } from '../i18n.ts'

/** Placeholder with the size of the list, to avoid layout shifts. */
export const ListSkeleton = ({ columns, rows }: { columns: number; rows: number }) => (
  <div role="status" aria-label={t('common.loading')} className="list-skeleton">
    {Array.from({ length: rows + 1 }, (_, row) => (
      <div key={row} className="list-skeleton-row" aria-hidden="true">
        {Array.from({ length: columns }, (_cell, column) => (
          <span key={column} style={{ width: `${String(45 + ((row * 31 + column * 17) % 5) * 10)}%` }} />
        ))}
      </div>
    ))}
  </div>
)

import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { TabLinks } from '#platform/ui/tab-links.tsx'

import { ErasuresPart } from './erasures-part.tsx'
import { FindPart } from './find-part.tsx'
import { parts, paths, readPart, searchOf } from './paths.ts'
import { RetentionPart } from './retention-part.tsx'

import '#platform/list/list.css'
import './data-protection.css'

/** Answers the requests of households and people about their data, and sets retention periods. */
export const DataProtectionPage = () => {
  const currentPart = readPart(useSearch({ strict: false }))
  const go = useGo()
  // Kept while another tab is open.
  const [searchText, setSearchText] = useState<string>()
  return (
    <Page title={t('dataProtection.title')} intro={t('dataProtection.intro')}>
      <div className="list-page">
        <TabLinks
          name={t('dataProtection.parts.title')}
          path={paths.page()}
          tabs={parts.map((part) => ({
            label: t(`dataProtection.parts.${part}`),
            search: searchOf(part),
            isCurrent: part === currentPart,
          }))}
        />
        {currentPart === 'find' && (
          <FindPart
            searchText={searchText}
            onSearch={setSearchText}
            onErased={() => {
              setSearchText(undefined)
              go(paths.part('erasures'))
            }}
          />
        )}
        {currentPart === 'erasures' && <ErasuresPart />}
        {currentPart === 'retention' && <RetentionPart />}
      </div>
    </Page>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import { getCodebook } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { Survey } from '@baseline/contract/surveys/contract.ts'
import {
  getSurveyList,
  getSurveyWorkbook,
  getSurveyXForm,
  listSurveyVersions,
} from '@baseline/contract/surveys/versions.ts'
import type { SurveyVersion } from '@baseline/contract/surveys/versions.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useId } from 'react'

import { call } from '#platform/api.ts'
import { chosenLanguage, t } from '#platform/i18n.ts'
import { saveFile } from '#platform/save-file.ts'
import { formatNumber } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { PathLink } from '#platform/ui/path-link.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'

import { languageNames } from '../language-names.ts'
import { paths } from '../paths.ts'
import { ProblemsTable } from '../problems-table.tsx'
import { versionsKey } from '../query-keys.ts'

import './versions.css'

const pageSize = 20

interface FileLinkProps {
  name: string
  /** The name of the file, unless given. */
  text?: string
  load: () => Promise<Uint8Array>
  type: string
}

const FileLink = ({ name, text = name, load, type }: FileLinkProps) => (
  <Button
    type="link"
    size="small"
    icon={<DownloadOutlined aria-hidden="true" />}
    onClick={() => {
      load().then((bytes) => saveFile(new Blob([Uint8Array.from(bytes)], { type }), name), toastError)
    }}
  >
    {text}
  </Button>
)

interface VersionProps {
  survey: Survey
  one: SurveyVersion
}

const VersionFiles = ({ survey: { id, formId }, one }: VersionProps) => {
  const params = { id, version: one.version }
  return (
    <>
      {one.workbook && (
        <FileLink
          name={one.workbook.name}
          type={getSurveyWorkbook.mediaType}
          load={() => call(getSurveyWorkbook, { params })}
        />
      )}
      <FileLink
        name={`${formId}-${String(one.version)}.xml`}
        text={t('entities.surveys.versions.xform')}
        type={getSurveyXForm.mediaType}
        load={() => call(getSurveyXForm, { params })}
      />
      {one.lists.map(({ name }) => (
        <FileLink
          key={name}
          name={name}
          type={getSurveyList.mediaType}
          load={() => call(getSurveyList, { params: { ...params, name } })}
        />
      ))}
    </>
  )
}

const Version = ({ survey, one }: VersionProps) => (
  <li>
    <div className="survey-version-head">
      <strong>{t('entities.surveys.versions.number', { version: one.version })}</strong>
      <span>
        <Instant at={one.createdAt} />
        {one.createdBy !== null && ` · ${one.createdBy}`}
      </span>
    </div>
    <div className="survey-version-facts">
      {t('entities.surveys.versions.facts', {
        count: formatNumber(one.questionCount),
        languages: languageNames(one.languages),
      })}
    </div>
    <div className="survey-version-links">
      <PathLink to={paths.preview(survey.id, one.version)}>{t('entities.surveys.preview.action')}</PathLink>
      <VersionFiles survey={survey} one={one} />
    </div>
    {one.warnings.length > 0 && (
      <details>
        <summary>
          {one.warnings.length === 1
            ? t('entities.surveys.warnings.one', { count: 1 })
            : t('entities.surveys.warnings.many', { count: formatNumber(one.warnings.length) })}
        </summary>
        <ProblemsTable
          title={t('entities.surveys.versions.warnings', { version: one.version })}
          problems={one.warnings}
        />
      </details>
    )}
  </li>
)

/** The versions of a survey, newest first, with their files. */
export const Versions = ({ survey }: { survey: Survey }) => {
  const titleId = useId()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: versionsKey(survey.id),
    queryFn: ({ pageParam, signal }) =>
      call(listSurveyVersions, {
        params: { id: survey.id },
        query: { limit: pageSize, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, _, offset) => (offset + pageSize < count ? offset + pageSize : undefined),
  })
  return (
    <section aria-labelledby={titleId} className="survey-versions">
      <div className="survey-versions-head">
        <h2 id={titleId}>{t('entities.surveys.versions.title')}</h2>
        <FileLink
          name={`codebook-${survey.formId}.xlsx`}
          text={t('entities.surveys.codebook')}
          type={getCodebook.mediaType}
          load={() =>
            call(getCodebook, {
              params: { surveyId: survey.id },
              query: { language: chosenLanguage() },
            })
          }
        />
      </div>
      {data ? (
        <ul>
          {data.pages
            .flatMap(({ rows }) => rows)
            .map((one) => (
              <Version key={one.version} survey={survey} one={one} />
            ))}
        </ul>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('entities.surveys.versions.more')}
        </Button>
      )}
    </section>
  )
}

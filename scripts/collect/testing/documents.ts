import { createHash } from 'node:crypto'

export const openRosa = { 'Content-Type': 'text/xml; charset=utf-8', 'X-OpenRosa-Version': '1.0' }

export const md5 = (content: string): string => createHash('md5').update(content).digest('hex')

/** Writes an XForm with metadata, a repeat and a question that is never relevant. */
export const writeForm = ({
  id = 'household',
  version = '3',
  title = 'Household survey',
  submission = '',
} = {}) =>
  `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:ev="http://www.w3.org/2001/xml-events" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms" xmlns:odk="http://www.opendatakit.org/xforms">
  <h:head>
    <h:title>${title}</h:title>
    <model>
      <instance>
        <data id="${id}" version="${version}">
          <start/><end/><today/><deviceid/><village/><photo/><size>1</size><hidden/>
          <members>
            <member jr:template=""><name/><age/></member>
            <member><name/><age/></member>
          </members>
          <meta><instanceID/><instanceName/></meta>
        </data>
      </instance>
      <bind nodeset="/data/start" type="dateTime" jr:preload="timestamp" jr:preloadParams="start"/>
      <bind nodeset="/data/end" type="dateTime" jr:preload="timestamp" jr:preloadParams="end"/>
      <bind nodeset="/data/today" type="date" jr:preload="date" jr:preloadParams="today"/>
      <bind nodeset="/data/deviceid" type="string" jr:preload="property" jr:preloadParams="deviceid"/>
      <bind nodeset="/data/village" type="string"/>
      <bind nodeset="/data/photo" type="binary"/>
      <bind nodeset="/data/size" type="int"/>
      <bind nodeset="/data/hidden" type="string" relevant="false()"/>
      <bind nodeset="/data/members/member/age" type="int"/>
      <bind nodeset="/data/meta/instanceID" type="string" readonly="true()" jr:preload="uid"/>
      ${submission}
    </model>
  </h:head>
  <h:body>
    <input ref="/data/village"><label>Village</label></input>
    <upload ref="/data/photo" mediatype="image/*"><label>Photo</label></upload>
    <group ref="/data/members">
      <repeat nodeset="/data/members/member">
        <input ref="/data/members/member/name"><label>Name</label></input>
        <input ref="/data/members/member/age"><label>Age</label></input>
      </repeat>
    </group>
  </h:body>
</h:html>
`

interface ListEntry {
  id?: string
  version?: string
  hash?: string | undefined
  downloadUrl: string
  manifestUrl?: string
}

export const writeList = (entries: ListEntry[]): string =>
  `<xforms xmlns="http://openrosa.org/xforms/xformsList">${entries
    .map(
      ({ id = 'household', version = '3', hash, downloadUrl, manifestUrl }) =>
        `<xform><formID>${id}</formID><name>${id}</name><version>${version}</version>` +
        (hash === undefined ? '' : `<hash>${hash}</hash>`) +
        `<downloadUrl>${downloadUrl}</downloadUrl>` +
        (manifestUrl === undefined ? '' : `<manifestUrl>${manifestUrl}</manifestUrl>`) +
        '</xform>',
    )
    .join('')}</xforms>`

export const writeManifest = (files: { name: string; content: string; url: string }[]): string =>
  `<manifest xmlns="http://openrosa.org/xforms/xformsManifest">${files
    .map(
      ({ name, content, url }) =>
        `<mediaFile><filename>${name}</filename><hash>md5:${md5(content)}</hash><downloadUrl>${url}</downloadUrl></mediaFile>`,
    )
    .join('')}</manifest>`

export const photo = (name: string, size: number) => ({ name, bytes: Buffer.alloc(size, name.slice(0, 1)) })

/* Stores the browser's time zone in a cookie, for visitors who choose local times. */
'use strict'

noteTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

function noteTimeZone(/** @type {string} */ zone) {
  const cookie = `sandcard-browser-zone=${encodeURIComponent(zone)}`
  if (document.cookie.split('; ').includes(cookie)) return
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`
}

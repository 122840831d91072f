// Runs before the first paint, so that a dark screen never flashes white. A file and not an inline script: the CSP.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('slipway.theme');
  } catch {
    // Storage can be forbidden; the system's theme is then used.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();

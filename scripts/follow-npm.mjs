// A SIGTERM for npm ends the shell between npm and this process, and the shell tells nobody: so this process watches
// whether its parent is still there, and takes its going as the signal. One that has come by itself is enough.
const parent = process.ppid;

if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.on(signal, () => {
      clearInterval(watch);
      // Nobody else here listens yet.
      if (process.listenerCount(signal) === 1) process.exit(code);
    });
}

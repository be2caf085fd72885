import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * sonner adds its styles as a <style> element when it loads, which the Content-Security-Policy forbids. The call is
 * taken out; web/ui/toast.tsx imports the same styles as a file.
 */
function withoutStyleElements(): Plugin {
  return {
    name: 'without-style-elements',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs$/.test(id)) return;
      const without = code.replace(/^__insertCSS\(".*"\);$/m, '');
      if (without === code) throw new Error('sonner no longer inserts its styles this way: look again');
      return without;
    },
  };
}

export default defineConfig({
  publicDir: 'web/public',
  define: { __BRAND_NAME__: JSON.stringify(process.env.BRAND_NAME || 'FinalRing') },
  // Inlined assets would need `data:` in the Content-Security-Policy.
  build: { sourcemap: false, assetsInlineLimit: 0, target: 'es2022' },
  plugins: [withoutStyleElements(), tailwindcss(), reactRouter()],
});

---@brief
---
--- `mcp-config-language-server`: checks, explains, and fixes the tool-server config of Oh My Pi (`mcp.json`, `.mcp.json`).
---
--- Neovim has no filetype for these files:
--- ```lua
--- vim.filetype.add({ filename = { ['.mcp.json'] = 'mcp-config', ['mcp.json'] = 'mcp-config' } })
--- ```
---@type vim.lsp.Config
return {
  cmd = { 'mcp-config-language-server', '--stdio' },
  filetypes = { 'mcp-config' },
  root_markers = { '.mcp-config.json', '.omp', '.git' },
}

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = { 'mcp.json', '.mcp.json' },
  callback = function(event)
    vim.bo[event.buf].filetype = 'mcp-config'
    vim.bo[event.buf].syntax = 'json'
    local folder = vim.fn.fnamemodify(event.match, ':p:h')
    local git = vim.fn.finddir('.git', folder .. ';')
    local client = vim.lsp.start_client({
      name = 'mcp-config',
      cmd = { 'mcp-config-language-server', '--stdio' },
      root_dir = git == '' and folder or vim.fn.fnamemodify(git, ':p:h:h'),
    })
    vim.lsp.buf_attach_client(event.buf, client)
  end,
})

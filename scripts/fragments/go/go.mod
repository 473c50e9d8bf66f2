module fragments

go 1.19

# A program that speaks Hub and plays badly, as its argument says.
[ "$1" = absent ] && exit 1
while read -r line; do
    case $line in
    hub) echo wait ;;
    init) echo ready ;;
    go*)
        case $1 in
        illegal) echo 'done move=1-50' ;;
        silent) echo 'done' ;;
        error) echo 'error message="no idea"' ;;
        crash) exit 1 ;;
        esac
        ;;
    esac
done
